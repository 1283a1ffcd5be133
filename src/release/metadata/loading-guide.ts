import { COMPRESSIONS, type Format } from '../../rdf/formats/format.js';
import type { ReleaseFacts } from '../facts.js';

/** How the release is loaded into stores: into a first one in a few lines, and into others in one line each. */
export interface Loading {
  readonly first: string;
  readonly stores: readonly (readonly [store: string, how: string])[];
}

interface Data {
  /** All files of the format: `data/*.ttl.gz`. */
  readonly files: string;
  /** One of them. */
  readonly one: string;
  readonly format: Format;
  /** The command that unpacks them to its output. */
  readonly unpack: string;
}

/** How each script for loading in bulk is run, and what to do then. */
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
/** For any of them, while it runs, and for all others. */
const ANY = ['any other, and any that runs', '`folklore-ld load . --store URL`'] as const;

/** What Oxigraph reads, the first of it that there is. */
const FIRST_READS: readonly Format[] = ['ttl', 'nt', 'jsonld', 'nq'];

/** What rapper calls the formats that it reads, the first of it that there is. */
const RAPPER = { ttl: 'turtle', nt: 'ntriples', nq: 'nquads' } as const;
const RAPPER_READS = ['ttl', 'nt', 'nq'] as const;

/** @param formats those that the release has all its data in */
export function loading(
  formats: readonly Format[],
  { dumps, base, others }: Pick<ReleaseFacts, 'dumps' | 'base' | 'others'>,
): Loading {
  const dataIn = (format: Format): Data => {
    const dump = dumps.find((one) => one.format === format);
    const packed = COMPRESSIONS[dump?.compression ?? 'none'];
    return {
      files: `data/*.${format}${packed}`,
      one: `data/${dump?.file}`,
      format,
      unpack: packed === '' ? 'cat' : 'gzip -dc',
    };
  };
  const there = new Set(others.map(({ path }) => path));
  const scripts = SCRIPTS.filter(([path]) => there.has(path)).map(([, store, how]) => [store, how] as const);
  const counted = RAPPER_READS.find((one) => formats.includes(one));
  const first = FIRST_READS.find((one) => formats.includes(one));
  return {
    first: first === undefined ? '' : firstLoad(dataIn(first)),
    stores: [
      ...scripts,
      ANY,
      ...(counted === undefined ? [] : [rapper(dataIn(counted), RAPPER[counted], base)]),
    ],
  };
}

/** A store in which everything lies in one graph, for a first question. */
const firstLoad = ({ files }: Data): string =>
  [
    'pip install oxigraph',
    `oxigraph load --location ../first-store --file ${files} codes.ttl dcat.ttl`,
    'oxigraph query --location ../first-store --query-file first.rq --results-format csv',
  ].join('\n');

const rapper = ({ one, unpack }: Data, called: string, base: string): readonly [string, string] => [
  'rapper (counts only)',
  `\`${unpack} ${one} | rapper -c -i ${called} - ${base}\``,
];
