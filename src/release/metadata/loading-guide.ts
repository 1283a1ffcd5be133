import { COMPRESSIONS, type Format } from '../../rdf/formats/format.js';
import type { ReleaseFacts } from '../facts.js';

/** How a release is loaded: commands for a first store, and one line for each other store. */
export interface Loading {
  readonly first: string;
  readonly stores: readonly (readonly [store: string, how: string])[];
}

/** How each bulk script is run. */
const SCRIPTS: readonly (readonly [path: string, store: string, how: string])[] = [
  [
    'bulk/oxigraph.sh',
    'Oxigraph',
    '`sh bulk/oxigraph.sh ../store`; then `oxigraph serve-read-only --location ../store --union-default-graph`',
  ],
  [
    'bulk/jena-tdb2.sh',
    'Jena and Fuseki',
    '`sh bulk/jena-tdb2.sh ../store`; then `cd .. && fuseki-server --config="$OLDPWD/bulk/fuseki.ttl"`',
  ],
  [
    'bulk/virtuoso.sql',
    'Virtuoso',
    '`isql-vt 127.0.0.1:1111 dba "$DBA_PASSWORD" bulk/virtuoso.sql -u RELEASE="$PWD"`, with this folder under `DirsAllowed` in `virtuoso.ini`',
  ],
  [
    'bulk/Qleverfile',
    'QLever',
    '`cp bulk/Qleverfile . && qlever index && qlever start`, in a copy of this folder',
  ],
  [
    'bulk/graphdb.sh',
    'GraphDB',
    '`GRAPHDB=http://127.0.0.1:7200/repositories/folklore sh bulk/graphdb.sh`, when there is such a repository',
  ],
];
/** For all other stores, and for any that is running. */
const ANY = ['any other, and any that runs', '`folklore-ld load . --store URL`'] as const;

/** The formats that Oxigraph and rapper read, the preferred ones first; rapper has its own names for them. */
const OXIGRAPH_READS: readonly Format[] = ['ttl', 'nt', 'jsonld', 'nq'];
const RAPPER_READS: Readonly<Partial<Record<Format, string>>> = {
  ttl: 'turtle',
  nt: 'ntriples',
  nq: 'nquads',
};

/** @param formats the formats of the whole release */
export function loading(
  formats: readonly Format[],
  { dumps, base, others }: Pick<ReleaseFacts, 'dumps' | 'base' | 'others'>,
): Loading {
  const there = new Set(others.map(({ path }) => path));
  const stores = SCRIPTS.filter(([path]) => there.has(path)).map(([, store, how]) => [store, how] as const);
  const first = OXIGRAPH_READS.find((format) => formats.includes(format));
  const firstPacked = COMPRESSIONS[dumps.find(({ format }) => format === first)?.compression ?? 'none'];
  const counted = dumps.find(({ format }) => {
    const [preferred] = Object.keys(RAPPER_READS).filter((one) => formats.includes(one as Format));
    return format === preferred;
  });
  const commands = [
    'pip install oxigraph',
    `oxigraph load --location ../first-store --file data/*.${first}${firstPacked} codes.ttl dcat.ttl`,
    'oxigraph query --location ../first-store --query-file first.rq --results-format csv',
  ];
  const rapper =
    counted &&
    `\`${counted.compression === 'none' ? 'cat' : 'gzip -dc'} data/${counted.file} | rapper -c -i ${RAPPER_READS[counted.format]} - ${base}\``;
  return {
    first: first === undefined ? '' : commands.join('\n'),
    stores: [...stores, ANY, ...(rapper === undefined ? [] : [['rapper (counts only)', rapper] as const])],
  };
}
