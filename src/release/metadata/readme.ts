import { formatCount } from '../../base/text.js';
import { FORMAT_NAMES } from '../../rdf/formats/format.js';
import { licence } from '../../rdf/iris.js';
import {
  datasetsOf,
  downloadsOf,
  LICENCE_NAMES,
  licenceOfDataset,
  licenceOfPublication,
  publicationsOf,
  publisherOf,
  type ReleaseFacts,
} from '../facts.js';
import { type DataFile, dataFiles } from '../released-file.js';
import { titleOfWhole } from './citation.js';
import { titleOfFile } from './distribution.js';
import { loading } from './loading-guide.js';
import type { ReleaseNames } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { creditOf, nameIn, PUBLICATIONS, titleOf } from './texts.js';

/** A Markdown table; a bar in a cell is escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** A Markdown block of code. */
export const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Classes for a first question, and the question. */
const FIRST = [
  ['Item', 'how many stories, diary entries and other items there are.'],
  ['Photograph', 'how many photographs there are.'],
  ['PersonRecord', 'how many people are in the people database.'],
  ['Placename', 'how many place-names there are.'],
] as const;

/** A first query, and the answer that a store with the release must give. */
export function firstQuery(
  { datasets, statistics }: Pick<ReleaseFacts, 'datasets' | 'statistics'>,
  words: ReleaseVocabulary,
): { readonly asks: string; readonly query: string; readonly answer: number } | undefined {
  for (const [name, asks] of FIRST) {
    const counts = datasets.map((dataset) => statistics.of(dataset.name).classes.get(words.ours(name)) ?? 0);
    const answer = counts.reduce((sum, count) => sum + count, 0);
    if (answer === 0) continue;
    const query = `SELECT (COUNT(DISTINCT ?one) AS ?number) WHERE { ?one a <${words.ours(name)}> }`;
    return { asks, query, answer };
  }
  return undefined;
}

/** README.md: from the folder of a release to a first answer in five minutes. */
export function readme(facts: ReleaseFacts, names: ReleaseNames, words: ReleaseVocabulary): string {
  const files = dataFiles(facts);
  const formats = FORMAT_NAMES.filter((one) => facts.dumps.some((dump) => dump.format === one));
  const publications = publicationsOf(facts);
  const { first, stores } = loading(formats, facts);
  return [
    `# ${titleOfWhole(publications)}, ${facts.label}`,
    ...publications.map((one) => PUBLICATIONS[one].description.en),
    `Issued ${facts.issued}${facts.previous === undefined ? '' : `; the release before is ${facts.previous}`}. Made by folklore-ld ${facts.program}${sources(facts)}.`,
    '## Credit and licences',
    ...publications.map(
      (one) =>
        `- **${PUBLICATIONS[one].title.en}** (${nameIn(facts.publishers[publisherOf(one)].name)}): [${LICENCE_NAMES[licenceOfPublication(one)].short}](${licence(licenceOfPublication(one))}). ${creditOf(one, facts)}`,
    ),
    'Vocabulary, shapes, queries and descriptions are CC0. No file of data mixes licences: see `LICENCES.md`.',
    '## A first answer',
    ...firstAnswer(facts, first, words),
    ...moreQueries(facts),
    '## Loading',
    'Run in this folder. Every dataset goes into a graph of its own, in the place of what was there; `manifest.json` has their names. What a store makes of the data `folklore-ld lint .` says beforehand, and `folklore-ld verify . --store URL` afterwards whether all of it has arrived.',
    table(['program', 'how'], stores),
    '## Files',
    table(
      ['dataset', 'records', 'triples', 'licence', 'bytes'],
      publications
        .flatMap((one) => datasetsOf(one, facts))
        .map((dataset) => {
          const own = files.filter((file) => file.dataset === dataset.name);
          return [
            `\`data/${dataset.name}.*\` ${titleOf(dataset.name).en}`,
            formatCount(own[0]?.records ?? 0),
            formatCount(facts.statistics.of(dataset.name).triples),
            LICENCE_NAMES[licenceOfDataset(dataset)].short,
            own.map((file) => `${endingOf(file)} ${formatCount(file.bytes)}`).join(', '),
          ];
        }),
    ),
    ...filesBeside(files),
    table(['file', 'what it is'], beside(facts)),
    '## What was left out',
    ...leftOut(facts),
    '## Checking',
    `${code('sh', 'sha256sum -c --quiet SHA256SUMS')}`,
    'says nothing when every file is whole. `run.json`, where it is, tells of one run of the program and is not listed.',
    '## Citing',
    `${publications.map((one) => nameIn(facts.publishers[publisherOf(one)].name)).join('; ')}. *${titleOfWhole(publications)}*, release ${facts.label}, ${facts.issued}. ${publications.map((one) => `<${names.release(one)}>`).join(', ')}. \`CITATION.cff\` says the same to programs.`,
    '## The next release',
    ...nextRelease(facts, files),
    '',
  ]
    .join('\n\n')
    .replace(/^(- .*)\n\n(?=- )/gm, '$1\n');
}

/** A first query, how to ask it, and the answer. */
function firstAnswer(facts: ReleaseFacts, load: string, words: ReleaseVocabulary): string[] {
  const first = firstQuery(facts, words);
  if (first === undefined) return [];
  return [
    `Save this as \`first.rq\`. It asks ${first.asks}`,
    code('sparql', first.query),
    'Load the data into a SPARQL store and ask. Any store will do; where there is Python, Oxigraph is quickly there:',
    code('sh', load),
    `The answer is one number: ${formatCount(first.answer)}.`,
  ];
}

const sources = (facts: ReleaseFacts): string => {
  const days = Object.values(facts.sources).map(({ name, harvested }) => `${name} as it was on ${harvested}`);
  return days.length === 0 ? '' : ` from ${days.join(' and ')}`;
};

const endingOf = ({ path }: DataFile): string => path.slice(path.indexOf('.') + 1);

function moreQueries({ others }: ReleaseFacts): string[] {
  const queries = others.filter(({ path }) => path.endsWith('.rq')).length;
  return queries === 0
    ? []
    : [`\`queries/\` has ${queries} questions more, with what each asks in \`queries/README.md\`.`];
}

function filesBeside(files: readonly DataFile[]): string[] {
  const rows = files
    .filter(({ dataset }) => dataset === undefined)
    .map((file) => [
      `\`${file.path}\``,
      titleOfFile(file).en,
      LICENCE_NAMES[file.licence].short,
      formatCount(file.bytes),
    ]);
  return rows.length === 0 ? [] : [table(['file', 'what it is', 'licence', 'bytes'], rows)];
}

/** The files beside the data. */
const BESIDE: readonly (readonly [path: string, what: string])[] = [
  ['void.ttl', 'what is in the datasets, in numbers: classes, properties, links'],
  ['dcat.ttl', 'the files: who publishes them, how they came about, where they are'],
  ['dataset.jsonld', 'the same for search engines, in schema.org'],
  ['manifest.json', 'every file for programs: size, checksum, graph, licence'],
  ['SHA256SUMS', 'checksums'],
  ['LICENCES.md', 'licences and credit lines'],
  ['CITATION.cff', 'how to cite'],
  ['context.jsonld', 'what the words of the JSON-LD mean'],
  ['ontology.ttl', 'our own terms, in English and Irish'],
  ['codes.ttl', 'our lists of codes'],
  ['alignments.ttl', 'how our terms stand to other vocabularies'],
  ['release-shapes.ttl', 'the rules that the description keeps to'],
  ['shapes/', 'the rules that every record keeps to'],
  ['queries/', 'questions to start from, in SPARQL'],
  ['bulk/', 'how it is loaded into stores'],
  ['report/', 'what the rules found, and what was rejected'],
];
const ALWAYS = [
  'void.ttl',
  'dcat.ttl',
  'dataset.jsonld',
  'manifest.json',
  'SHA256SUMS',
  'LICENCES.md',
  'CITATION.cff',
];

const beside = ({ others }: ReleaseFacts): string[][] =>
  BESIDE.filter(
    ([path]) =>
      ALWAYS.includes(path) ||
      others.some((other) => other.path === path || (path.endsWith('/') && other.path.startsWith(path))),
  ).map(([path, what]) => [`\`${path}\``, what]);

function leftOut({ kinds }: ReleaseFacts): string[] {
  const rows = kinds.filter((one) => one.fetched > one.published);
  if (rows.length === 0) return ['Nothing: every record that was fetched is here.'];
  return [
    'Withheld: not for the public. Rejected: not what the rules promise, or impossible to read; `report/` says why.',
    table(
      ['records', 'fetched', 'published', 'withheld', 'rejected'],
      rows.map((one) => [
        one.called,
        ...[one.fetched, one.published, one.withheld, one.rejected + one.unreadable].map(formatCount),
      ]),
    ),
  ];
}

function nextRelease(facts: ReleaseFacts, files: readonly DataFile[]): string[] {
  const afresh = `Releases stand beside each other at ${new URL('..', downloadsOf(facts)).href}; loaded into the same graphs, the next one takes the place of this one without a query having to change.`;
  if (files.every(({ delta }) => delta === undefined)) return [afresh];
  const before = facts.previous ?? 'the release before';
  return [
    afresh,
    `Who has ${before} loaded can take the difference instead: \`delta/README.md\` says how, with ordinary tools or in a SPARQL store. What is listed in \`delta/suppressed.txt\` is to be removed wherever it is.`,
  ];
}
