import { COMPRESSIONS, type Compression } from '../../rdf/formats/format.js';
import { catalogueOf, type GraphLayoutOf } from './graph-layout.js';
import { PROPERTIES_FILE } from './rdf-patch.js';

/** What the page about a delta has to know of it. */
interface About {
  /** Of both releases. */
  readonly datasets: readonly string[];
  /** Names of the files of N-Triples of the release before, by dataset. */
  readonly files: ReadonlyMap<string, string>;
  readonly placeOf: GraphLayoutOf;
  readonly compression: Compression;
}

/** The page for those who bring what they have from the release before to this one (delta/README.md). */
export function deltaReadme({ datasets, files, placeOf, compression }: About): string {
  const publications = [...new Set(datasets.map((dataset) => placeOf(dataset).publication))].sort();
  const ending = COMPRESSIONS[compression];
  const rows = datasets.map((dataset) => {
    const { publication, graph } = placeOf(dataset);
    return `| \`${dataset}\` | \`${publication}\` | \`${graph}\` |`;
  });
  const catalogues = [...new Set(datasets.map((dataset) => catalogueOf(dataset, placeOf(dataset))))];
  const described = catalogues.map((graph) => `| what describes the release | | \`${graph}\` |`);
  const choices = publications.map((one, at) => {
    const here = [...files].filter(([dataset]) => placeOf(dataset).publication === one);
    const names = here.map(([, name]) => name).join(' ');
    return `${at === 0 ? '' : '# '}publication=${one} files='${names}'`;
  });
  return `# From the release before to this one

First delete what is suppressed: every triple whose subject or object is an IRI of \`suppressed.txt\`, or such an IRI
followed by \`#\` and anything. Then delete every value of the properties in \`${PROPERTIES_FILE}\`, then the triples in
\`removed.nt\`, and then add what is added. The result is this release, triple by triple. The order matters: neither what is
suppressed nor any text, number or date that this release does not hold is published a second time in order to be removed,
and a triple that is still there is added again. Leave no release out on the way.

| file | holds |
|---|---|
| \`suppressed.txt\` | IRIs of which nothing may be said any more, or that are not sent any more and nobody knows why; of records, and of nodes that spoke of one: those of this release, and of all before that are not published again. Where a second IRI follows, behind a blank, only the values of that property are meant. The list is meant for older releases that you keep, too |
| \`suppressed.ru\` | the same as a SPARQL update, in the graphs that are listed below and in no other |
| \`changes.csv\` | each record that was added, removed, changed or suppressed, the datasets, and how many triples |
${publications.map((one) => `| \`${one}/\` | \`${PROPERTIES_FILE}${ending}\`: subject, property and graph, row by row; \`removed.nt${ending}\` and \`added.nt${ending}\`: the publication as one graph; \`patch.rdfp${ending}\`: the same for a graph a dataset |`).join('\n')}

Publications have licences of their own, those of the release; nothing here puts them together. Keep each in a graph or a
file of its own.

## Files

With the old release in \`old/\` and this folder as \`delta/\`; \`after.nt\` is what \`sort -u\` makes of the new files:

\`\`\`sh
export LC_ALL=C
${choices.join('\n')}
(cd old/data && gzip -dcf $files) | sort -u |
  awk 'FILENAME == "delta/suppressed.txt" { gone["<" $0 ">"]; next }
    { subject = $1; object = $3; sub(/#.*/, ">", subject); sub(/#.*/, ">", object) }
    !($1 in gone || $3 in gone || subject in gone || object in gone)' delta/suppressed.txt - > kept.nt
gzip -dcf delta/$publication/${PROPERTIES_FILE}${ending} > properties.txt
awk 'FILENAME == "properties.txt" { gone[$1 " " $2]; next } !($1 " " $2 in gone)' properties.txt kept.nt > said.nt
gzip -dcf delta/$publication/removed.nt${ending} | sort | comm -23 said.nt - > left.nt
gzip -dcf delta/$publication/added.nt${ending} | sort -u - left.nt > after.nt
\`\`\`

## Stores

All of it is about the graphs below: those of datasets have the names that \`void.ttl\` and \`manifest.json\` of the release
give them, and whatever else a store holds stays as it is. Run \`suppressed.ru\`, then \`properties.ru\`, which the first
command makes, then apply \`patch.rdfp${ending}\`, which Apache Jena reads as it is (\`application/rdf-patch\`). For all others
it can be rewritten: run \`removed.ru\`, then load \`added.nq\`. What describes the release is small: load \`codes.ttl\`, \`dcat.ttl\` and \`void.ttl\` in the place of what was
there.

\`\`\`sh
publication=${publications[0] ?? ''}
gzip -dcf delta/$publication/${PROPERTIES_FILE}${ending} |
  sed 's/^\\(.*\\) \\(<[^<> ]*>\\)$/DELETE WHERE { GRAPH \\2 { \\1 ?value } } ;/' > properties.ru
gzip -dcf delta/$publication/patch.rdfp${ending} |
  sed -n 's/^D \\(.*\\) \\(<[^<> ]*>\\) \\.$/DELETE DATA { GRAPH \\2 { \\1 . } } ;/p' > removed.ru
gzip -dcf delta/$publication/patch.rdfp${ending} | sed -n 's/^A //p' > added.nq
\`\`\`

| dataset | publication | graph |
|---|---|---|
${[...rows, ...described].join('\n')}
`;
}
