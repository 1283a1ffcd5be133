import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';
import { doiAddress } from '../../../model/rdf/iris.js';
import { dateInWords } from '../dates-in-words.js';
import { ROLES } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import { facetValueNameOf } from '../interface-words.js';
import { labelOf, type PageContext } from '../layout.js';
import { type Card, cardsOf } from '../search/cards.js';
import { INHERITED } from '../search/result-card.js';
import type { PublicationNotice, Site } from '../site.js';

/* How to cite a record, for programs that keep references. */

/** The formats, by the suffix of an address. */
export const CITATION_FORMATS = {
  bib: { name: 'BibTeX', mediaType: 'application/x-bibtex; charset=utf-8' },
  ris: { name: 'RIS', mediaType: 'application/x-research-info-systems; charset=utf-8' },
  'csl.json': { name: 'CSL-JSON', mediaType: 'application/vnd.citationstyles.csl+json' },
} as const;
export type CitationFormat = keyof typeof CITATION_FORMATS;

export const isCitationFormat = (name: string): name is CitationFormat =>
  Object.hasOwn(CITATION_FORMATS, name);

/** A path without the suffix of a format of citations, and that format; undefined when it has none. */
export function citedPath(path: string): readonly [path: string, format: CitationFormat] | undefined {
  const [, cited = '', format = ''] = /^(.+?)\.(bib|ris|csl\.json)$/.exec(path) ?? [];
  return isCitationFormat(format) ? [cited, format] : undefined;
}

const roles = z.array(z.enum(ROLES));
const TYPES = referenceTable(
  'citation-types',
  z.record(
    z.string(),
    z.strictObject({
      csl: z.string(),
      biblatex: z.string(),
      ris: z.string(),
      authors: roles,
      contributors: roles,
      /** Whether the date of the record is that of the work; of people it is that of their birth. */
      dated: z.boolean(),
    }),
  ),
);

type Types = (typeof TYPES)[string];

const typesOf = (kind: string | null): Types =>
  (Object.hasOwn(TYPES, kind ?? '') ? TYPES[kind ?? ''] : TYPES.other) as Types;

/** What a citation says, before it is written in a format. Everything is as the release has it. */
interface Citation {
  readonly key: string;
  readonly types: Types;
  readonly title: string;
  readonly authors: readonly PersonName[];
  readonly contributors: readonly PersonName[];
  /** A date that the source states without doubt: the first and the last day, month or year. */
  readonly stated?: readonly string[];
  /** The date in words, where a plain year would say too much or too little. */
  readonly dateNote?: string;
  /** Volume and page, or the number of a photograph. */
  readonly reference?: string;
  readonly publication: string;
  readonly release: string;
  readonly issued: string;
  readonly iri: string;
  /** The other people, each with the role. */
  readonly people: readonly string[];
  readonly notes: readonly string[];
  /** What the reader has written about it. */
  readonly annotation: string;
}

/** A name in the parts that the archive has, or whole. */
type PersonName = { readonly family: string; readonly given: string } | { readonly literal: string };

/** A record as the page knows it. */
interface CitedRecord {
  readonly summary: ResourceSummary;
  readonly iri: string;
  /** The publications that describe it. */
  readonly notices: readonly PublicationNotice[];
  /** What the reader has written about it. */
  readonly annotation?: string;
}

/** The people of a record whom a citation names: the authors before the contributors. */
export function citedPeople(site: Site, summary: ResourceSummary): readonly ResourceSummary[] {
  const { authors, contributors } = typesOf(summary.kind);
  const people = cardsOf(site, [summary])[0]?.people ?? [];
  return [...authors, ...contributors].flatMap((role) =>
    people.flatMap((one) => (one.role === role ? one.person : [])),
  );
}

/** A record in one of the formats of citations. */
export function citationIn(context: PageContext, record: CitedRecord, format: CitationFormat): string {
  const citation = citationOf(context, record);
  if (format === 'bib') return bibtexOf(citation);
  return format === 'ris' ? risOf(citation) : `${JSON.stringify([cslOf(citation)], undefined, 2)}\n`;
}

/** A record as a footnote has it: who told what, collected by whom, when, where in the archive, in which release. */
export function citationInWords(context: PageContext, record: CitedRecord): string {
  const citation = citationOf(context, record);
  const { authors, title, people, dateNote, stated, reference, publication, release, iri } = citation;
  const who = authors.map((name) => ('literal' in name ? name.literal : `${name.given} ${name.family}`));
  const when = stated === undefined ? dateNote : stated.join('–');
  return [
    [who.join(', '), `“${title}”`].filter((one) => one !== '').join(', '),
    people.join(', '),
    when ?? '',
    reference ?? '',
    `${publication}, ${release}`,
    iri,
  ]
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
    .concat('.');
}

/** The same as tags in the head of a page, which programs that keep references read (Highwire Press tags). */
export function citationTags(
  context: PageContext,
  record: CitedRecord,
): readonly (readonly [name: string, content: string])[] {
  const { authors, title, stated, reference, publication, issued, iri } = citationOf(context, record);
  return [
    ['citation_title', title],
    ...authors.map((name) => ['citation_author', risName(name)] as const),
    ['citation_publication_date', (stated?.[0] ?? issued).replaceAll('-', '/')],
    ...(reference === undefined ? [] : [['citation_technical_report_number', reference] as const]),
    ['citation_publisher', publication],
    ['citation_public_url', iri],
    ['citation_language', context.language],
  ];
}

function citationOf(context: PageContext, { summary, iri, notices, annotation = '' }: CitedRecord): Citation {
  const { site, language, words } = context;
  const { label, issued, doi } = site.manifest;
  const deposit = doi?.reserved ?? doi?.concept;
  const types = typesOf(summary.kind);
  const [card] = cardsOf(site, [summary]);
  const inRoles = (wanted: readonly string[]): Card['people'] =>
    card?.people.filter(({ role }) => wanted.includes(role)) ?? [];
  const named = ({ role, person }: Card['people'][number]): string =>
    `${facetValueNameOf(role, language)}: ${labelOf(person, language)}`;
  const date = types.dated ? card?.date : undefined;
  const inWords = date === undefined ? undefined : dateInWords(date.edtf, date.qualifier, language);
  const isOwn = date !== undefined && date.from === undefined && date.qualifier === undefined;
  const stated = isOwn && STATED.test(date.edtf) ? date.edtf.split('/') : undefined;
  const isYear = stated?.length === 1 && /^\d{4}$/.test(date?.edtf ?? '');
  const whose = date?.from === undefined ? '' : ` (${words(INHERITED.date[date.from])})`;
  const begins = typeof card?.reference === 'string' ? card.reference : labelled(card?.reference, language);
  const ends = labelled(card?.lastPage, language);
  // `CBÉS 0019, p. 265–267`
  const reference =
    begins === undefined || ends === undefined || ends === begins
      ? begins
      : `${begins}–${ends.slice(ends.lastIndexOf(' ') + 1)}`;
  return {
    key: summary.path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'record',
    types,
    title: oneLine(labelOf(summary, language)),
    authors: inRoles(types.authors).map(({ person }) => nameOf(context, person)),
    contributors: inRoles(types.contributors).map(({ person }) => nameOf(context, person)),
    ...(stated && { stated }),
    ...(inWords !== undefined && !isYear && { dateNote: `${words('citedDate')}: ${inWords}${whose}` }),
    ...(reference !== undefined && { reference: oneLine(reference) }),
    publication: oneLine(notices.map(({ title }) => title[language]).join('; ')),
    release: oneLine(label),
    issued,
    iri,
    people: types.contributors.flatMap((role) => inRoles([role]).map(named)).map(oneLine),
    notes: [
      ...inRoles(types.contributors).map(named),
      ...notices.flatMap(({ credit, licence }) => [credit, licence]),
      // The DOI is that of the release, or of all releases, and never that of the record.
      ...(deposit === undefined
        ? []
        : [`${words(doi?.reserved === undefined ? 'doiOfAll' : 'doiOfRelease')}: ${doiAddress(deposit)}`]),
    ].map(oneLine),
    annotation: oneLine(annotation),
  };
}

/** A year, a month, a day, or a period of these: no end is open, and nothing is doubted. */
const STATED = /^\d{4}(?:-\d\d){0,2}(?:\/\d{4}(?:-\d\d){0,2})?$/;

const labelled = (summary: ResourceSummary | undefined, language: PageContext['language']) =>
  summary === undefined ? undefined : labelOf(summary, language);

/** The name that the archive prefers, in its parts where it has both; else the label. */
function nameOf({ site, language }: PageContext, person: ResourceSummary): PersonName {
  const { base } = site.manifest;
  const quads = site.index.documents(base + person.path).flatMap((document) => document.quads);
  const literal = oneLine(labelOf(person, language));
  const of = (term: string, node: string): string[] =>
    quads
      .filter(({ subject, predicate }) => subject.value === node && predicate.value === site.iriOf(term))
      .map(({ object }) => oneLine(object.value));
  const preferred = quads.filter(
    ({ predicate, object }) => predicate.value === site.iriOf('preferredName') && object.value === 'true',
  );
  const node = preferred.length === 1 ? (preferred[0]?.subject.value ?? '') : '';
  const [given, family] = [of('givenNamePart', node), of('surname', node)];
  return given.length === 1 && family.length === 1 && `${given[0]} ${family[0]}` === literal
    ? { given: given[0] as string, family: family[0] as string }
    : { literal };
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** Everything that has no field of its own. */
const noteOf = ({ dateNote, notes }: Citation): string =>
  [...(dateNote === undefined ? [] : [dateNote]), ...notes].map((one) => one.replace(/\.$/, '')).join('. ');

/** CSL-JSON, the input of citation processors (CSL 1.0.2). */
function cslOf(citation: Citation): object {
  const { stated, dateNote, reference, authors, contributors, types } = citation;
  const [, inWords] = dateNote?.split(/: (.*)/s) ?? [];
  return {
    id: citation.key,
    type: types.csl,
    title: citation.title,
    ...(authors.length > 0 && { author: authors }),
    ...(contributors.length > 0 && { contributor: contributors }),
    ...(stated !== undefined
      ? { issued: { 'date-parts': stated.map((one) => one.split('-').map(Number)) } }
      : inWords !== undefined && { issued: { literal: inWords } }),
    ...(reference !== undefined && { archive_location: reference }),
    'container-title': citation.publication,
    version: `${citation.release} (${citation.issued})`,
    URL: citation.iri,
    note: noteOf(citation),
  };
}

/** BibTeX, with the types of BibLaTeX. */
function bibtexOf(citation: Citation): string {
  const { types, key, stated, reference, authors } = citation;
  const fields = {
    // Braces in braces keep the capitals.
    title: `{${bibtexText(citation.title)}}`,
    author: authors.map(bibtexName).join(' and '),
    year: [...new Set(stated?.map((one) => one.slice(0, 4)))].join('--'),
    howpublished: bibtexText(
      [reference, `${citation.publication}, ${citation.release} (${citation.issued})`]
        .flatMap((one) => one ?? [])
        .join('. '),
    ),
    note: bibtexText(noteOf(citation)),
    annotation: bibtexText(citation.annotation),
    // No IRI has a brace or a backslash.
    url: citation.iri,
  };
  const lines = Object.entries(fields).flatMap(([name, text]) =>
    text === '' ? [] : `  ${name} = {${text}},\n`,
  );
  return `@${types.biblatex}{${key},\n${lines.join('')}}\n`;
}

/** Braces too: BibTeX and biber count them without regard to a backslash, so that `\}` would end a field. */
const BIBTEX_ESCAPES: Readonly<Record<string, string>> = {
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const bibtexText = (text: string): string =>
  text.replace(/[\\~^{}$&%#_]/g, (sign) => BIBTEX_ESCAPES[sign] ?? `\\${sign}`);

const bibtexName = (name: PersonName): string =>
  'literal' in name ? `{${bibtexText(name.literal)}}` : `${namePart(name.family)}, ${namePart(name.given)}`;

/** A part of a name; in braces where BibTeX would divide it. */
const namePart = (text: string): string =>
  /,|\band\b/i.test(text) ? `{${bibtexText(text)}}` : bibtexText(text);

/** RIS, a tag a line. */
function risOf(citation: Citation): string {
  const { types, stated, reference, dateNote } = citation;
  const [first = '', last] = stated ?? [];
  const lines: (readonly [tag: string, text: string | undefined])[] = [
    ['TY', types.ris],
    ['ID', citation.key],
    ['TI', citation.title],
    ...citation.authors.map((name) => ['AU', risName(name)] as const),
    ['PY', last === undefined || last.slice(0, 4) === first.slice(0, 4) ? first.slice(0, 4) : undefined],
    ['T2', citation.publication],
    ['AV', reference],
    ['UR', citation.iri],
    ['N1', `${citation.publication}, ${citation.release} (${citation.issued})`],
    ...[...(dateNote === undefined ? [] : [dateNote]), ...citation.notes, citation.annotation].map(
      (note) => ['N1', note] as const,
    ),
  ];
  return `${lines.flatMap(([tag, text]) => (text === undefined || text === '' ? [] : `${tag}  - ${text}\r\n`)).join('')}ER  - \r\n`;
}

const risName = (name: PersonName): string =>
  'literal' in name ? name.literal : `${name.family}, ${name.given}`;
