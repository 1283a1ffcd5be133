import { NoJson, parseForeignJson } from '../../base/file-bytes.js';
import { isGeoNamesLine, readGeoNames } from './geonames.js';
import type { LinkSource, OutsideRow } from './outside-thing.js';
import { isOverpass, readOverpassJson, readOverpassTable } from './overpass.js';
import { isPeopleHeader, isViafLine, readPeopleTable, readViafLinks } from './people-tables.js';
import { SourceFile } from './source-text.js';
import { readWikidata, rowsOfSparqlJson } from './wikidata.js';

/** What a file is, by its beginning. */
type Form = 'json' | 'wikidata table' | 'overpass table' | 'geonames' | 'viaf links' | 'people table';

/** The forms in which the downloads of each source come. */
const FORMS: Readonly<Record<LinkSource, readonly Form[]>> = {
  wikidata: ['json', 'wikidata table'],
  overpass: ['json', 'overpass table'],
  geonames: ['geonames'],
  viaf: ['viaf links', 'people table'],
  isni: ['people table'],
};

const HINT =
  'docs/links.md has the downloads that are read: of the Wikidata Query Service as JSON or CSV, of Overpass, of GeoNames, of VIAF and ISNI.';

/**
 * The things of a downloaded file, which is recognised by its content.
 *
 * @param from the source that it must be of
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* readSource(path: string, from?: LinkSource): AsyncGenerator<OutsideRow> {
  const file = await SourceFile.open(path);
  const { head, delimiter: named } = await file.beginning();
  const delimiter = DELIMITERS.find((one) => one === named) ?? delimiterOf(head);
  const form = formOf(head, delimiter);
  if (form === undefined || (from !== undefined && !FORMS[from].includes(form)))
    throw file.fault(
      from === undefined
        ? `it is of no known form${guess(head)}`
        : `it is no download of ${from}${guess(head)}`,
      HINT,
    );
  const { name } = file;
  switch (form) {
    case 'json':
      yield* readJson(file, from);
      break;
    case 'wikidata table': {
      const rows = await file.rows(delimiter, true);
      yield* readWikidata(rows.map(({ row, line }) => ({ row, at: `${name} line ${line}` })));
      break;
    }
    case 'overpass table':
      yield* readOverpassTable(await file.rows('\t', false), name);
      break;
    case 'geonames':
      yield* readGeoNames(file.lines(), name);
      break;
    case 'viaf links':
      yield* readViafLinks(file.lines(), name);
      break;
    case 'people table':
      yield* readPeopleTable(await file.rows(delimiter, true), name);
  }
  yield* file.faults;
}

async function* readJson(file: SourceFile, from: LinkSource | undefined): AsyncGenerator<OutsideRow> {
  let document: unknown;
  const text = await file.text();
  try {
    document = parseForeignJson(text);
  } catch (thrown) {
    if (!(thrown instanceof NoJson)) throw thrown;
    const service = SourceFile.errorIn(text);
    if (service !== undefined)
      throw file.fault(service, 'Ask it for less at once, by county say, and download the answer again.');
    throw file.fault(thrown.message, 'The download was cut short. Download it again.');
  }
  const rows = from === 'overpass' ? undefined : rowsOfSparqlJson(document, file.name);
  if (rows !== undefined) yield* readWikidata(rows);
  else if (from !== 'wikidata' && isOverpass(document)) yield* readOverpassJson(document, file.name);
  else throw file.fault('it is neither a result of SPARQL nor an answer of Overpass', HINT);
}

function formOf(head: string, delimiter: Delimiter): Form | undefined {
  if (/^\s*\{/.test(head)) return 'json';
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? '';
  if (isViafLine(line)) return 'viaf links';
  if (isGeoNamesLine(line)) return 'geonames';
  if (line.startsWith('@type\t@id')) return 'overpass table';
  const header = line.split(delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  if (header.includes('item')) return 'wikidata table';
  return isPeopleHeader(header) ? 'people table' : undefined;
}

const DELIMITERS = [',', '\t', ';'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter of the first line: a spreadsheet of some languages writes semicolons. */
function delimiterOf(head: string): Delimiter {
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? '';
  if (line.includes('\t')) return '\t';
  return line.includes(';') && !line.includes(',') ? ';' : ',';
}

/** What a file of no known form seems to be. */
function guess(head: string): string {
  if (head.trim() === '') return ': it is empty';
  if (/^\s*</.test(head)) return ': it seems to be a web page or XML';
  return /^\s*\?\w+\t/.test(head) ? ': it seems to be a TSV of SPARQL; download JSON or CSV' : '';
}
