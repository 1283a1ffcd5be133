import { COMPRESSIONS, type Format } from '../sinks/format.js';
import type { ReleaseFacts } from './facts.js';

/** How the release is loaded into stores: into a first one in a few lines, and into others in one line each. */
export interface Loading {
  readonly first: string;
  readonly stores: readonly (readonly [store: string, how: string])[];
}

/** What a program is given of what a release holds: the first of the formats that it reads, and how to load it. */
interface Program {
  readonly called: string;
  readonly reads: readonly Format[];
  readonly how: (data: Data, base: string) => string;
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

const BESIDE = 'codes.ttl dcat.ttl';
const oxigraphLoad = ({ files }: Data): string => `oxigraph load --location store --file ${files} ${BESIDE}`;

/** N-Triples first, where a program reads many files as one: they can be put one behind the other. */
const PROGRAMS: readonly Program[] = [
  {
    called: 'Oxigraph',
    reads: ['ttl', 'nt', 'jsonld', 'nq'],
    how: (data) => `\`${oxigraphLoad(data)}\``,
  },
  {
    called: 'Jena',
    reads: ['ttl', 'nt', 'jsonld', 'nq'],
    how: ({ files }) => `\`tdb2.tdbloader --loc store ${files} ${BESIDE}\``,
  },
  {
    called: 'Virtuoso (isql)',
    reads: ['nt', 'ttl', 'nq'],
    how: ({ files }, base) =>
      `\`ld_dir ('/absolute/path/to/data', '${files.slice('data/'.length)}', '${base}'); rdf_loader_run (); checkpoint;\``,
  },
  {
    called: 'QLever (Qleverfile)',
    reads: ['nt', 'nq', 'ttl'],
    how: ({ files, format, unpack }) =>
      `\`FORMAT = ${format}\` under \`[data]\`; \`INPUT_FILES = ${files}\` and \`CAT_INPUT_FILES = ${unpack} \${INPUT_FILES}\` under \`[index]\`; then \`qlever index\` and \`qlever start\``,
  },
  {
    called: 'rapper (counts only)',
    reads: ['ttl', 'nt', 'nq'],
    how: ({ one, format, unpack }, base) => `\`${unpack} ${one} | rapper -c -i ${RAPPER[format]} - ${base}\``,
  },
];

/** What rapper calls the formats. */
const RAPPER: Readonly<Record<Format, string>> = {
  ttl: 'turtle',
  nt: 'ntriples',
  nq: 'nquads',
  jsonld: 'json',
};

/** @param formats those that the release has all its data in */
export function loading(
  formats: readonly Format[],
  { dumps, base }: Pick<ReleaseFacts, 'dumps' | 'base'>,
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
  const given = (reads: readonly Format[]): Data | undefined => {
    const format = reads.find((one) => formats.includes(one));
    return format && dataIn(format);
  };
  const [oxigraph] = PROGRAMS;
  const first = given(oxigraph?.reads ?? []);
  return {
    first:
      first === undefined
        ? ''
        : `pip install oxigraph\n${oxigraphLoad(first)}\noxigraph query --location store --query-file first.rq --results-format csv`,
    stores: PROGRAMS.flatMap(({ called, reads, how }) => {
      const data = given(reads);
      return data === undefined ? [] : [[called, how(data, base)] as const];
    }),
  };
}
