import type { StoreClient } from '../../../../src/features/stores/client.js';

const BASE = 'https://data.example.org/folklore/';
const PLACES = `${BASE}dataset/placenames/places`;
const STRANGE = `${BASE}dataset/folklore/strange`;
const LATITUDE = 'https://schema.org/latitude';
const LONGITUDE = 'https://schema.org/longitude';

const LORE = 'https://w3id.org/folklore-ld/ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Small changes that must be seen: a property, which of its values, and the value in the place of one. */
const ALTERED = [
  [`${LORE}gridEasting`, 'isNumeric(?o)', (text: string) => `${Number(text) + 1}`],
  [LATITUDE, 'isNumeric(?o)', (text: string) => `"${(Number(text) + 0.000001).toFixed(6)}"^^<${XSD}decimal>`],
  [
    'http://www.w3.org/2008/05/skos-xl#literalForm',
    'LANG(?o) = "ga" && REGEX(STR(?o), "é")',
    (text: string) => `"${text.replace('é', 'á')}"@ga`,
  ],
  [
    `${LORE}recordCreated`,
    'STRENDS(STR(?o), "Z")',
    (text: string) => `"${new Date(Date.parse(text) + 1000).toISOString()}"^^<${XSD}dateTime>`,
  ],
] as const;

/** Alters an integer by one, a coordinate in its sixth decimal, a letter with an accent, and a second. */
async function alterSlightly(client: StoreClient): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [property, is, altered] of ALTERED) {
    const [row] = await client.query(
      `SELECT ?s (STR(?o) AS ?text) WHERE { GRAPH <${PLACES}> { ?s <${property}> ?o } FILTER (${is}) } ORDER BY DESC(?s) LIMIT 1`,
    );
    const [subject, text = ''] = ['s', 'text'].map((one) => row?.get(one)?.value);
    if (subject === undefined) throw new Error(`no place has ${property}`);
    await client.update(
      `DELETE { GRAPH <${PLACES}> { <${subject}> <${property}> ?o } }
       INSERT { GRAPH <${PLACES}> { <${subject}> <${property}> ${altered(text)} } }
       WHERE { GRAPH <${PLACES}> { <${subject}> <${property}> ?o } FILTER (STR(?o) = ${JSON.stringify(text)}) }`,
    );
    names.push(`<${PLACES}> does not have <${subject}> <${property}> `);
  }
  return names;
}

/**
 * Injects faults into a store with the sample: a triple is lost, values are altered a little, and a graph is there
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
    ...(await alterSlightly(client)),
    `<${PLACES}> does not have <${first}> <${LATITUDE}> `,
    `<${PLACES}> does not have <${second}> <${LONGITUDE}> `,
    `it has "${altered}"`,
    `<${STRANGE}> is not in this release`,
  ];
}
