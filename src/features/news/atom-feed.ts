import { formatCount, xmlText } from '../../base/text.js';
import { mintIris, xmlNamespace } from '../../model/rdf/iris.js';
import { kindName, type Word } from '../browse/interface-words.js';
import { addressOf, labelOf, type PageContext, siteName } from '../browse/layout.js';
import { addressIn } from '../browse/page-language.js';
import { CHANGE_WORDS, CHANGES, type ChangedKind, type ReaderChange } from './release-changes.js';

/** Records in the feed, at most. The entry of the release leads to the page with all of them. */
const MOST_ENTRIES = 200;

export const ATOM = 'application/atom+xml; charset=utf-8';

const ONE_CHANGE: Readonly<Record<Exclude<ReaderChange, 'withdrawn'>, Word>> = {
  added: 'newRecord',
  changed: 'changedRecord',
};

/**
 * The changes of a release as an Atom feed (RFC 4287): an entry for the release, then one for each new or changed record,
 * whose id is its IRI; records that were withdrawn are deleted entries (RFC 6721). The only time is the day of the release.
 *
 * @param changes undefined when the release has no delta
 * @param query of the address, where the changes are those of the results of a search: `?q=ghost`
 */
export function atomFeed(
  context: PageContext,
  changes: readonly ChangedKind[] | undefined,
  query = '',
): string {
  const { site, language, words, origin } = context;
  const at = (address: string): string => origin + addressIn(language, address);
  const { base, label, issued, datasets } = site.manifest;
  const updated = momentOf(issued);
  const searched = [...new URLSearchParams(query).values()].join(', ');
  const title = `${siteName(context)}: ${words('whatIsNew')}${searched === '' ? '' : ` (${searched})`}`;
  const publication = datasets[0]?.publication ?? 'folklore';
  const shown = firstOfEach(changes ?? []);
  const summaries = site.index.summaries(shown.map(({ path }) => path));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="${xmlNamespace.atom}" xmlns:at="${xmlNamespace.tombstones}" xml:lang="${language}">`,
    element('id', `${mintIris(base).publication(publication)}${query}#new`),
    element('title', title),
    element('updated', updated),
    link('self', 'application/atom+xml', at(`/new.atom${query}`)),
    link('alternate', 'text/html', at(query === '' ? '/new' : `/search${query}`)),
    ...[...site.publications.values()].map(
      (one) => `<author>${element('name', one.title[language])}</author>`,
    ),
    element(
      'rights',
      [...site.publications.values()].map(({ credit, licence }) => `${credit} ${licence}`).join(' '),
    ),
    entry({
      id: mintIris(base).release(publication, label),
      title: `${siteName(context)}, ${label}`,
      updated,
      href: at('/new'),
      summary: summaryOf(context, changes),
    }),
    ...shown.flatMap(({ change, kind, path }) => {
      const iri = base + path;
      if (change === 'withdrawn') return `<at:deleted-entry ref="${xmlText(iri)}" when="${updated}"/>`;
      const summary = summaries.get(path);
      return entry({
        id: iri,
        title: summary === undefined ? path : labelOf(summary, language),
        updated,
        href: at(addressOf(path)),
        summary: `${words(ONE_CHANGE[change])}: ${kind === '' ? words('otherRecords') : kindName(kind, 'one', language)}`,
      });
    }),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Some records of each change and kind: a kind with many records hides no other. */
function firstOfEach(changes: readonly ChangedKind[]): (ChangedKind & { readonly path: string })[] {
  const ranked = changes.flatMap((one) =>
    one.paths.slice(0, MOST_ENTRIES).map((path, rank) => ({ ...one, path, rank })),
  );
  return ranked.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_ENTRIES);
}

/** How many records the release added, changed and withdrew. */
function summaryOf({ words }: PageContext, changes: readonly ChangedKind[] | undefined): string {
  if (changes === undefined) return words('noDelta');
  if (changes.length === 0) return words('nothingChanged');
  return CHANGES.map((change) => {
    const count = changes.reduce((sum, one) => sum + (one.change === change ? one.count : 0), 0);
    return `${words(CHANGE_WORDS[change])}: ${formatCount(count)}`;
  }).join('; ');
}

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

const link = (rel: string, type: string, href: string): string =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`;

const entry = (of: Readonly<Record<'id' | 'title' | 'updated' | 'href' | 'summary', string>>): string =>
  `<entry>${element('id', of.id)}${element('title', of.title)}${element('updated', of.updated)}${link('alternate', 'text/html', of.href)}${element('summary', of.summary)}</entry>`;

/** The beginning of the day that a manifest names, as RFC 3339 writes it. */
const momentOf = (issued: string): string =>
  `${/^\d{4}-\d{2}-\d{2}/.exec(issued)?.[0] ?? '1970-01-01'}T00:00:00Z`;
