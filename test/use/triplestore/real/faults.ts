import type { StoreClient } from '../../../../src/use/triplestore/client.js';

const BASE = 'https://data.example.org/folklore/';
const PLACES = `${BASE}dataset/placenames/places`;
const STRANGE = `${BASE}dataset/folklore/strange`;
const [LATITUDE, LONGITUDE] = ['latitude', 'longitude'].map((name) => `https://schema.org/${name}`);

/**
 * Injects faults into a store with the sample: a triple is lost, a number is altered a little, and a graph is there
 * that no release has.
 *
 * @returns the difference of each in a verification
 */
export async function plantFaults(client: StoreClient): Promise<readonly string[]> {
  const rows = await client.query(
    `SELECT ?place ?number WHERE { GRAPH <${PLACES}> { ?place <${LONGITUDE}> ?number } } ORDER BY ?place LIMIT 2`,
  );
  const [first, second] = rows.map((row) => row.get('place')?.value);
  const number = Number(rows[1]?.get('number')?.value);
  if (first === undefined || second === undefined) throw new Error('there are no two places on the map');
  const altered = (number + 0.001).toFixed(6).replace(/0+$/, '');
  const latitude = `GRAPH <${PLACES}> { <${first}> <${LATITUDE}> ?number }`;
  const longitude = `GRAPH <${PLACES}> { <${second}> <${LONGITUDE}> ?number }`;
  await client.update(`DELETE { ${latitude} } WHERE { ${latitude} }`);
  await client.update(
    `DELETE { ${longitude} } INSERT { GRAPH <${PLACES}> { <${second}> <${LONGITUDE}> ${altered} } } WHERE { ${longitude} }`,
  );
  await client.update(`INSERT DATA { GRAPH <${STRANGE}> { <http://e.org/a> <http://e.org/b> "c" } }`);
  return [
    `<${PLACES}> does not have <${first}> <${LATITUDE}> `,
    `<${PLACES}> does not have <${second}> <${LONGITUDE}> `,
    `it has "${altered}"`,
    `<${STRANGE}> is not in this release`,
  ];
}
