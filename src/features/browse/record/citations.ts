import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';
import { isSurnamePrefix } from '../../../model/mapping/archive/surname.js';
import { doiAddress } from '../../../model/rdf/iris.js';
import { dateInWords } from '../dates-in-words.js';
import { ROLES } from '../index/facet-statements.js';
import type { ResourceDocument, ResourceSummary } from '../index/release-index.js';
import { facetValueNameOf } from '../interface-words.js';
import { labelOf, type PageContext } from '../layout.js';
import { type Card, cardOf, cardsOf } from '../search/cards.js';
import { INHERITED } from '../search/result-card.js';
import type { Site } from '../site.js';
import { claimsInWords } from './inherited-facts.js';
import { citedPublication, dataLicence, pictureRights, publicationsOf } from './publications.js';
import { RecordStatements } from './record-statements.js';

/* How to cite a record, for programs that keep references. */

/** The formats, by the suffix of an address, with what stands before, between and after the records of a file. */
export const CITATION_FORMATS = {
  bib: {
    ...{ name: 'BibTeX', mediaType: 'application/x-bibtex; charset=utf-8' },
    ...{ head: '', between: '\n', foot: '' },
  },
  ris: {
    ...{ name: 'RIS', mediaType: 'application/x-research-info-systems; charset=utf-8' },
    ...{ head: '', between: '\n', foot: '' },
  },
  'csl.json': {
    ...{ name: 'CSL-JSON', mediaType: 'application/vnd.citationstyles.csl+json' },
    ...{ head: '[\n', between: ',\n', foot: '\n]\n' },
  },
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
      zotero: z.string(),
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
  /** The date of the record itself as EDTF, with all its doubt. */
  readonly edtf?: string;
  /** A date that the source states without doubt: the first and the last day, month or year. */
  readonly stated?: readonly string[];
  /** The date in words, where a plain year would say too much or too little. */
  readonly dateNote?: string;
  /** Volume and page, or the number of a photograph. */
  readonly reference?: string;
  /** The tags of the languages that the record states; none where it states none. */
  readonly languages: readonly string[];
  /** The archive or the place-names database that the record belongs to. */
  readonly publisher: string;
  readonly publication: string;
  readonly release: string;
  readonly issued: string;
  readonly iri: string;
  /** The other people, each with the role. */
  readonly people: readonly string[];
  /** The rights of a picture, then the licence of the data, each with its name. */
  readonly rights: readonly string[];
  readonly licences: readonly string[];
  readonly notes: readonly string[];
  /** Whose statements the date, the county, the place and the roles are. */
  readonly claims?: string;
  /** What the reader has written about it. */
  readonly annotation: string;
}

/** A name in the parts that the archive has, or whole. */
type PersonName = { readonly family: string; readonly given: string } | { readonly literal: string };

/** A record as the page knows it. */
interface CitedRecord {
  readonly summary: ResourceSummary;
  /** The statements about it, by dataset. */
  readonly documents: readonly ResourceDocument[];
  /** What the reader has written about it. */
  readonly annotation?: string;
}

/** The people of a record whom a citation names: the authors before the contributors. */
export function citedPeople(site: Site, summary: ResourceSummary): readonly ResourceSummary[] {
  return peopleOf(cardOf(site, summary));
}

/** The people of a card whom a citation names: the authors before the contributors. */
function peopleOf({ kind, people }: Card): readonly ResourceSummary[] {
  const { authors, contributors } = typesOf(kind);
  return [...authors, ...contributors].flatMap((role) =>
    people.flatMap((one) => (one.role === role ? one.person : [])),
  );
}

/** What the citation of one record says. */
export const citationOf = (context: PageContext, record: CitedRecord): Citation =>
  citationsOf(context, [record], [cardOf(context.site, record.summary)])[0] as Citation;

/**
 * What citations of records say. What several records need is looked up at once.
 *
 * @param cards of the records; looked up unless given
 */
export function citationsOf(
  context: PageContext,
  records: readonly CitedRecord[],
  cards: readonly Card[] = cardsOf(
    context.site,
    records.map(({ summary }) => summary),
    'without texts',
  ),
): Citation[] {
  const { site } = context;
  const people = new Map(cards.flatMap(peopleOf).map((person) => [person.path, person]));
  const documents = site.index.documentsOf([...people.keys()]);
  const names = new Map(
    [...people].map(([path, person]) => [path, nameOf(context, person, documents.get(path) ?? [])]),
  );
  return records.map((record, at) => citationWith(context, record, cards[at], names));
}

/** A record as a file in one of the formats of citations. */
export function citationIn(context: PageContext, record: CitedRecord, format: CitationFormat): string {
  const { head, foot } = CITATION_FORMATS[format];
  return head + citationText(citationOf(context, record), format) + foot;
}

/** A citation in one of the formats, as one of those of a file. */
export function citationText(citation: Citation, format: CitationFormat): string {
  if (format === 'bib') return bibtexOf(citation);
  return format === 'ris' ? risOf(citation) : JSON.stringify(cslOf(citation), undefined, 2);
}

/** A record as a footnote has it: who told what, collected by whom, when, where in the archive, in which release. */
export function citationInWords(citation: Citation): string {
  const { authors, title, people, dateNote, stated, reference, publication, publisher, release, iri } =
    citation;
  const who = authors.map((name) => ('literal' in name ? name.literal : `${name.given} ${name.family}`));
  const when = stated === undefined ? dateNote : stated.join('–');
  return `${sentences([
    [who.join(', '), `“${title}”`].filter((one) => one !== '').join(', '),
    people.join(', '),
    when ?? '',
    reference ?? '',
    [publisher, publication, release].filter((one) => one !== '').join(', '),
    iri,
  ])}.`;
}

/**
 * The same as tags in the head of a page, for programs that keep references: Highwire Press and Dublin Core, and what neither can
 * say in the tags that Zotero has for itself (`bib:contributors`, `z:`). A date is `citation_publication_date` only where the
 * record states one day, month or year without doubt. `DCTERMS.created` has any date of its own as EDTF.
 */
export function citationTags(citation: Citation): readonly (readonly [name: string, content: string])[] {
  const { authors, contributors, title, edtf, stated, reference, types } = citation;
  const { publication, publisher, languages, licences, rights, iri } = citation;
  const [first = '', ...others] = stated ?? [];
  const tag = (name: string, contents: readonly (string | undefined)[]) =>
    contents.flatMap((content = '') => (content === '' ? [] : [[name, content] as const]));
  return [
    ...tag('citation_title', [title]),
    ...tag('citation_author', authors.map(risName)),
    // Zotero takes a DC.contributor for an author.
    ...tag('bib:contributors', contributors.map(risName)),
    ...tag('citation_publication_date', others.length > 0 ? [] : [first.replaceAll('-', '/')]),
    ...tag('DCTERMS.created', [edtf]),
    // Zotero reads the first one only, as of DC.rights. Of a work without a language it would take that of the page.
    ...tag('citation_language', [languages.join(', ') || (types.zotero === 'webpage' ? '' : UNDETERMINED)]),
    ...tag('citation_publisher', [publisher]),
    ...tag('citation_public_url', [iri]),
    ...tag('DC.source', [publication]),
    ...tag('DC.rights', [sentences(rights)]),
    ...tag('DCTERMS.license', licences),
    ...tag('z:itemType', [types.zotero]),
    ...tag('z:archive', [reference && publisher]),
    ...tag('z:archiveLocation', [reference]),
    ...tag('z:extra', [sentences([inRelease(citation), ...citation.people, citation.dateNote ?? ''])]),
  ];
}

function citationWith(
  context: PageContext,
  { summary, documents, annotation = '' }: CitedRecord,
  card: Card | undefined,
  names: ReadonlyMap<string, PersonName>,
): Citation {
  const { site, language, words } = context;
  const { label, issued, doi } = site.manifest;
  const deposit = doi?.reserved ?? doi?.concept;
  const types = typesOf(summary.kind);
  const record = new RecordStatements(context, summary.path, documents);
  const cited = citedPublication(site, record.iri, documents);
  const notices = publicationsOf(site, documents);
  const inRoles = (wanted: readonly string[]): Card['people'] =>
    card?.people.filter(({ role }) => wanted.includes(role)) ?? [];
  const named = ({ role, person }: Card['people'][number]): string =>
    oneLine(`${facetValueNameOf(role, language)}: ${labelOf(person, language)}`);
  const people = types.contributors.flatMap((role) => inRoles([role]));
  const date = types.dated ? card?.date : undefined;
  const inWords = date === undefined ? undefined : dateInWords(date.edtf, date.qualifier, language);
  const edtf = date?.from === undefined ? date?.edtf : undefined;
  const stated =
    edtf !== undefined && date?.qualifier === undefined && STATED.test(edtf) ? edtf.split('/') : undefined;
  const isYear = stated?.length === 1 && /^\d{4}$/.test(edtf ?? '');
  const whose = date?.from === undefined ? '' : ` (${words(INHERITED.date[date.from])})`;
  const begins = typeof card?.reference === 'string' ? card.reference : labelled(card?.reference, language);
  const ends = labelled(card?.lastPage, language);
  // `CBÉS 0019, pp. 265–267`
  const reference =
    begins === undefined || ends === undefined || ends === begins
      ? begins
      : `${begins.replace(/ p\. (?=\S+$)/, ' pp. ')}–${ends.slice(ends.lastIndexOf(' ') + 1)}`;
  const claims = claimsInWords(record, summary, card);
  const rights = [pictureRights(record) ?? [], notices.map((one) => dataLicence(context, one))].flat();
  return {
    key: summary.path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'record',
    types,
    title: oneLine(labelOf(summary, language)),
    authors: inRoles(types.authors).flatMap(({ person }) => names.get(person.path) ?? []),
    contributors: people.flatMap(({ person }) => names.get(person.path) ?? []),
    ...(edtf !== undefined && { edtf }),
    ...(stated && { stated }),
    ...(inWords !== undefined && !isYear && { dateNote: `${words('citedDate')}: ${inWords}${whose}` }),
    ...(reference !== undefined && { reference: oneLine(reference) }),
    languages: languagesOf(record),
    publisher: oneLine(cited?.publisher.name[language] ?? ''),
    publication: oneLine(cited?.title[language] ?? ''),
    release: oneLine(label),
    issued,
    iri: record.iri,
    people: people.map(named),
    rights: rights.map(oneLine),
    licences: notices.map(({ licence }) => licence),
    notes: [
      ...people.map(named),
      ...rights,
      // The DOI is that of the release, or of all releases, and never that of the record.
      ...(deposit === undefined
        ? []
        : [`${words(doi?.reserved === undefined ? 'doiOfAll' : 'doiOfRelease')}: ${doiAddress(deposit)}`]),
    ].map(oneLine),
    ...(claims !== undefined && { claims: oneLine(claims) }),
    annotation: oneLine(annotation),
  };
}

/** An undetermined language (ISO 639-2, BCP 47). */
const UNDETERMINED = 'und';

/** The languages that a record states; else those of its texts. A title can be the archive's own. */
function languagesOf(record: RecordStatements): readonly string[] {
  const stated = record.values('inLanguage').map(({ value }) => value);
  const texts = [...record.values('extract'), ...record.values('text')].flatMap((text) =>
    text.termType === 'Literal' && text.language !== '' ? text.language : [],
  );
  return [...new Set(stated.length > 0 ? stated : texts)].map(oneLine);
}

/** A year, a month, a day, or a period of these: no end is open, and nothing is doubted. */
const STATED = /^\d{4}(?:-\d\d){0,2}(?:\/\d{4}(?:-\d\d){0,2})?$/;

const labelled = (summary: ResourceSummary | undefined, language: PageContext['language']) =>
  summary === undefined ? undefined : labelOf(summary, language);

/**
 * The name that the archive prefers, in its parts where it has both; else the label. In the schools collection prefixes stand
 * among the first names: of `Bríd Ní` and `Bhrosnacháin` the surname is Ní Bhrosnacháin.
 */
function nameOf(
  { site, language }: PageContext,
  person: ResourceSummary,
  documents: readonly ResourceDocument[],
): PersonName {
  const quads = documents.flatMap((document) => document.quads);
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
  if (given.length === 1 && family.length === 1 && `${given[0]} ${family[0]}` === literal)
    return { given: given[0] as string, family: family[0] as string };
  const asRecorded = quads.find(
    ({ predicate, object }) => predicate.value === site.iriOf('literalName') && object.value === literal,
  )?.subject.value;
  const [first = ''] = asRecorded === undefined ? [] : of('firstNamesAsRecorded', asRecorded);
  const words = first.split(' ');
  const end = words.findLastIndex((word, at) => at === 0 || !isSurnamePrefix(word)) + 1;
  const name = { given: words.slice(0, end).join(' '), family: literal.slice(first.length).trim() };
  if (first === '' || name.family === '' || !literal.startsWith(`${first} `)) return { literal };
  return { ...name, family: [...words.slice(end), name.family].join(' ') };
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** Texts one after another, without those that are empty. */
const sentences = (texts: readonly string[]): string =>
  texts.flatMap((one) => one.replace(/\.$/, '') || []).join('. ');

/** `2026-11 (2026-11-21)` */
const versionOf = ({ release, issued }: Citation): string =>
  release === issued ? release : `${release} (${issued})`;

/** `Folklore archive linked data, 2026-11 (2026-11-21)` */
const inRelease = (citation: Citation): string => `${citation.publication}, ${versionOf(citation)}`;

/** Everything that has no field of its own. */
const noteOf = ({ dateNote = '', notes, claims = '' }: Citation): string =>
  sentences([dateNote, ...notes, claims]);

/** CSL-JSON, the input of citation processors (CSL 1.0.2). */
function cslOf(citation: Citation): object {
  const { stated, dateNote, reference, authors, contributors, types, publisher, languages } = citation;
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
    ...(reference !== undefined && { archive: publisher, archive_location: reference }),
    ...(languages.length > 0 && { language: languages.join(', ') }),
    publisher,
    'container-title': citation.publication,
    version: versionOf(citation),
    URL: citation.iri,
    note: noteOf(citation),
    ...(citation.annotation !== '' && { annote: citation.annotation }),
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
    // A list in BibLaTeX.
    language: bibtexText(citation.languages.join(' and ')),
    publisher: `{${bibtexText(citation.publisher)}}`,
    howpublished: bibtexText(sentences([reference ?? '', inRelease(citation)])),
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
    ['PB', citation.publisher],
    ['LA', citation.languages.join(', ')],
    ['AV', reference],
    ['UR', citation.iri],
    ...[inRelease(citation), dateNote, ...citation.notes, citation.claims, citation.annotation].map(
      (note) => ['N1', note] as const,
    ),
  ];
  return `${lines.flatMap(([tag, text]) => (text === undefined || text === '' ? [] : `${tag}  - ${text}\r\n`)).join('')}ER  - \r\n`;
}

const risName = (name: PersonName): string =>
  'literal' in name ? name.literal : `${name.family}, ${name.given}`;
