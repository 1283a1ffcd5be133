/** Invented downloads in the documented forms, about places and people of the sample world. */

/** A line of the main table of GeoNames: 19 columns. */
export function geoNamesLine(
  id: number,
  names: readonly [name: string, ascii: string, others: string],
  point: readonly [latitude: number, longitude: number],
  kind: readonly [fclass: string, code: string],
): string {
  return [
    ...[id, ...names, ...point, ...kind, 'IE', '', 'U', '06', '', '', 0, '', 10],
    ...['Europe/Dublin', '2020-01-01'],
  ].join('\t');
}

/** A result in the SPARQL 1.1 Query Results JSON Format. */
export const sparqlJson = (...rows: readonly Readonly<Record<string, string>>[]): string =>
  JSON.stringify({
    head: { vars: [...new Set(rows.flatMap((row) => Object.keys(row)))] },
    results: {
      bindings: rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            { type: value.startsWith('http') ? 'uri' : 'literal', value },
          ]),
        ),
      ),
    },
  });

/** An item of Wikidata. */
export const item = (number: number): string => `http://www.wikidata.org/entity/Q${number}`;

/** An answer of Overpass with `[out:json]` and `out center`. */
export const overpassJson = (...elements: readonly object[]): string =>
  JSON.stringify({
    version: 0.6,
    generator: 'Overpass API',
    osm3s: { timestamp_osm_base: '2026-11-20T00:00:00Z', copyright: 'invented' },
    elements,
  });
