import { formatCount } from '../../../base/text.js';
import { COMPRESSIONS } from '../../../model/rdf/formats/format.js';
import type { DescribedRelease } from './names.js';

/** Classes for a first question, and the question. */
const FIRST = [
  ['Item', 'how many stories, diary entries and other items there are.'],
  ['Photograph', 'how many photographs there are.'],
  ['PersonRecord', 'how many people are in the people database.'],
  ['Placename', 'how many place-names there are.'],
] as const;

/** A Markdown block of code. */
const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** The first steps with a release, as Markdown: a query with its answer, then a few lines for each program people use. */
export function firstSteps(release: DescribedRelease): string {
  const { datasets, statistics, words } = release;
  for (const [name, asks] of FIRST) {
    const type = words.ours(name);
    const counts = datasets.map((one) => [one.name, statistics.of(one.name).classes.get(type) ?? 0] as const);
    const answer = counts.reduce((sum, [, count]) => sum + count, 0);
    const dataset = counts.find(([, count]) => count > 0);
    if (dataset === undefined) continue;
    const query = code('sparql', `SELECT (COUNT(DISTINCT ?one) AS ?number) WHERE { ?one a <${type}> }`);
    return [
      `Save this as \`first.rq\`. It asks ${asks}`,
      query,
      'folklore-ld answers it without a store, where Node.js is installed:',
      code('sh', 'folklore-ld query . first.rq'),
      `The answer is one number: ${formatCount(answer)}. \`folklore-ld browse .\` shows the release in the browser.`,
      ...[withRdflib(release, ...dataset), ...withTables(release)].flatMap((part) => part ?? []),
    ].join('\n\n');
  }
  return '';
}

/** The formats that rdflib reads without a context, with its names for them. */
const RDFLIB = { ttl: 'turtle', nt: 'nt' } as const;

function withRdflib(
  { dumps }: DescribedRelease,
  dataset: string,
  count: number,
): readonly string[] | undefined {
  const format = (['ttl', 'nt'] as const).find((one) => dumps.some((dump) => dump.format === one));
  const dump = dumps.find((one) => one.dataset === dataset && one.format === format);
  if (format === undefined || dump === undefined) return undefined;
  const path = `data/${dataset}.${format}${COMPRESSIONS[dump.compression]}`;
  const isPacked = dump.compression === 'gzip';
  return [
    `**rdflib** (Python). A graph is in memory, so take one dataset. Prints ${formatCount(count)}:`,
    code(
      'python',
      [
        ...(isPacked ? ['import gzip'] : []),
        'from rdflib import Graph',
        `graph = Graph().parse(${isPacked ? 'gzip.' : ''}open("${path}", "rb"), format="${RDFLIB[format]}")`,
        'for row in graph.query(open("first.rq").read()):',
        '    print(row.number)',
      ].join('\n'),
    ),
  ];
}

/** Programs for tables and maps: the files that each needs, and the lines. */
const WITH_TABLES = [
  {
    needs: ['items.csv', 'roles.csv'],
    text: '**pandas** (Python). Items by collection and role. `derived/pandas.json` keeps years whole numbers where cells are empty:',
    block: code(
      'python',
      `import json, pandas
how = json.load(open("derived/pandas.json"))
items, roles = [pandas.read_csv("derived/" + file, **how[file]) for file in ["items.csv", "roles.csv"]]
both = roles.merge(items, left_on="item", right_on="iri")
print(both.groupby(["collection", "role_en"])["item"].nunique())`,
    ),
  },
  {
    needs: ['items.csv', 'roles.csv'],
    text: '**R**. The same:',
    block: code(
      'r',
      `items <- read.csv("derived/items.csv", encoding = "UTF-8")
roles <- read.csv("derived/roles.csv", encoding = "UTF-8")
both <- merge(roles, items, by.x = "item", by.y = "iri")
print(aggregate(item ~ collection + role_en, both, function(item) length(unique(item))))`,
    ),
  },
  {
    needs: ['works.geojson'],
    text: '**QGIS**, in its Python console, with the path of this folder. Items and photographs at their places:',
    block: code(
      'python',
      'iface.addVectorLayer("/path/of/this/folder/derived/works.geojson", "works", "ogr")',
    ),
  },
] as const;

function withTables({ derived = [] }: DescribedRelease): string[] {
  const there = new Set(derived.map(({ file }) => file));
  return WITH_TABLES.filter(({ needs }) => needs.every((file) => there.has(file))).flatMap(
    ({ text, block }) => [text, block],
  );
}
