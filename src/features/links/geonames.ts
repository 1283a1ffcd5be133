import { ELSEWHERE, namesOf, type OutsideRow, pointOf } from './outside-thing.js';

/** Columns of the main table of GeoNames (readme.txt of its downloads). */
const COLUMNS = 19;

/** Whether a line is one of the main table. */
export function isGeoNamesLine(line: string): boolean {
  const cells = line.split('\t');
  return cells.length === COLUMNS && /^[1-9]\d{0,11}$/.test(cells[0] ?? '');
}

/** The features of a file of GeoNames, as its lines are read. */
export async function* readGeoNames(
  lines: AsyncIterable<{ readonly line: string; readonly number: number }>,
  name: string,
): AsyncGenerator<OutsideRow> {
  for await (const { line, number } of lines) {
    if (line === '') continue;
    const at = `${name} line ${number}`;
    if (!isGeoNamesLine(line)) {
      yield { at, fault: `it has not the ${COLUMNS} columns of GeoNames` };
      continue;
    }
    const [id = '', main, ascii, others = '', latitude, longitude, fclass, code] = line.split('\t');
    yield {
      iri: ELSEWHERE.geonames(id),
      at,
      title: 'GeoNames',
      statedBy: 'GeoNames',
      ids: [],
      names: namesOf([main, ascii, ...others.split(',')]),
      point: pointOf(latitude, longitude),
      kinds: code === undefined || code === '' ? [] : [`geonames ${code}`],
      // Woods are of the class V there, of L here (feature-types.yaml).
      fclass: fclass === 'V' ? 'L' : fclass,
    };
  }
}
