import { ELSEWHERE, isniOf, type OutsideRow, type StatedId, viafId, wikidataIri } from './outside-thing.js';

const PERSON = { names: [], kinds: [] } as const;

/** A line of the table of links that VIAF offers: the address of a cluster, a tab, and the id of a source. */
const LINE = /^https?:\/\/(?:www\.)?viaf\.org\/viaf\/(\d{1,22})\t(ISNI|WKP)\|(.*)$/;

/** Whether a line is one of the links of VIAF. */
export const isViafLine = (line: string): boolean =>
  /^https?:\/\/(?:www\.)?viaf\.org\/viaf\/\d{1,22}\t[^\t]+$/.test(line);

/** The links of VIAF to ISNI and Wikidata, as the lines are read. Lines of other sources are passed over. */
export async function* readViafLinks(
  lines: AsyncIterable<{ readonly line: string; readonly number: number }>,
  name: string,
): AsyncGenerator<OutsideRow> {
  for await (const { line, number } of lines) {
    if (line === '') continue;
    const at = `${name} line ${number}`;
    if (!isViafLine(line)) {
      yield { at, fault: 'it is no link of VIAF' };
      continue;
    }
    const [, value, source, other = ''] = LINE.exec(line) ?? [];
    if (value === undefined) continue;
    const isni = source === 'ISNI' ? isniOf(other) : undefined;
    const iri = source === 'WKP' ? wikidataIri(other) : isni && ELSEWHERE.isni(isni);
    if (iri === undefined) {
      yield { at, fault: `"${other}" is no ${source === 'WKP' ? 'item of Wikidata' : 'ISNI'}` };
      continue;
    }
    yield { ...PERSON, iri, at, title: 'VIAF', statedBy: 'VIAF', ids: [byAuthority(value)] };
  }
}

/** Names of the columns of a table of people, in lower case. */
const COLUMNS = {
  id: ['person', 'person_id', 'id'],
  authority: ['authority', 'authority_id'],
  viaf: ['viaf', 'viaf_id', 'viafid'],
  isni: ['isni', 'isni_id'],
} as const;

/** Whether a header is that of a table of people. */
export const isPeopleHeader = (header: readonly string[]): boolean =>
  [...COLUMNS.viaf, ...COLUMNS.isni].some((column) => header.includes(column));

/** The links of a table with people by their id, or by their id in the authority file, and ids of VIAF and ISNI. */
export function* readPeopleTable(
  rows: Iterable<{ readonly row: ReadonlyMap<string, string>; readonly line: number }>,
  name: string,
): Generator<OutsideRow> {
  for (const { row, line } of rows) {
    const at = `${name} line ${line}`;
    const cell = (column: keyof typeof COLUMNS): string =>
      COLUMNS[column].map((one) => row.get(one) ?? '').find((text) => text !== '') ?? '';
    const [id, authority, viaf, isni] = [
      cell('id'),
      cell('authority'),
      viafId(cell('viaf')),
      isniOf(cell('isni')),
    ];
    if (cell('viaf') !== '' && viaf === undefined) yield { at, fault: `"${cell('viaf')}" is no VIAF id` };
    if (cell('isni') !== '' && isni === undefined) yield { at, fault: `"${cell('isni')}" is no ISNI` };
    const ids: StatedId[] = [];
    if (/^\d{1,15}$/.test(id)) ids.push({ kind: 'person', by: 'id', value: id });
    else if (id !== '') yield { at, fault: `"${id}" is no id of a person` };
    else if (authority !== '') ids.push(byAuthority(authority));
    else if (viaf !== undefined) ids.push(byAuthority(viaf));
    if (ids.length === 0) continue;
    const thing = { ...PERSON, at, ids, statedBy: `the table ${name}` };
    // The id in the authority file is published with the record already.
    if (viaf !== undefined && ids[0]?.value !== viaf)
      yield { ...thing, iri: ELSEWHERE.viaf(viaf), title: 'VIAF' };
    if (isni !== undefined) yield { ...thing, iri: ELSEWHERE.isni(isni), title: 'ISNI' };
  }
}

const byAuthority = (value: string): StatedId => ({ kind: 'person', by: 'authority', value });
