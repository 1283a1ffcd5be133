import { formatCount } from '../../../base/text.js';
import { FORMAT_NAMES, type Format } from '../../../model/rdf/formats/format.js';
import { doiAddress, type Licence, licence } from '../../../model/rdf/iris.js';
import {
  datasetsOf,
  downloadsOf,
  LICENCE_NAMES,
  licenceOfDataset,
  licenceOfPublication,
  publisherOf,
} from '../facts.js';
import { otherFile, type ReleasedFile } from '../released-file.js';
import { fillTemplate } from '../template.js';
import { firstSteps } from './first-steps.js';
import type { DescribedRelease } from './names.js';
import { creditOf, publisherName, TEXTS, titleOf, titleOfFile, titleOfWhole } from './texts.js';

/** A Markdown table; a bar in a cell is escaped. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** A Markdown link to a licence. */
const licenceLink = (which: Licence): string => `[${LICENCE_NAMES[which].short}](${licence(which)})`;

/** README.md: from the folder of a release to a first answer in five minutes. */
export function readme(release: DescribedRelease): string {
  const { publications, files, previous, label, issued } = release;
  const hasDelta = files.some(({ delta }) => delta !== undefined);
  const queries = release.others.filter(({ path }) => path.endsWith('.rq')).length;
  const sources = Object.values(release.sources).map((one) => `${one.name} as it was on ${one.harvested}`);
  const beside = files.filter(({ dataset }) => dataset === undefined);
  return fillTemplate('README.md', {
    title: titleOfWhole(publications),
    label,
    descriptions: publications.map((one) => TEXTS.publications[one].description.en).join('\n\n'),
    issued,
    trial: release.isTrial === true ? `**${TEXTS.trial.en}**` : '',
    previous: previous === undefined ? '' : `; the release before is ${previous}`,
    program: release.program,
    sources: sources.length === 0 ? '' : ` from ${sources.join(' and ')}`,
    credits: publications
      .map((one) => {
        const link = licenceLink(licenceOfPublication(one));
        const { title } = TEXTS.publications[one];
        return `- **${title.en}** (${publisherName(one, release)}): ${link}. ${creditOf(one, release)}`;
      })
      .join('\n'),
    firstSteps: firstSteps(release),
    moreQueries:
      queries === 0
        ? ''
        : `\`queries/\` has ${queries} more queries; \`queries/README.md\` says what each asks.`,
    stores: table(['program', 'how'], storeCommands(release)),
    datasets: table(
      ['dataset', 'records', 'triples', 'licence', 'bytes'],
      publications.flatMap((one) => datasetsOf(one, release)).map((one) => datasetRow(one, release)),
    ),
    dataFiles:
      beside.length === 0 ? '' : table(['file', 'what it is', 'licence', 'bytes'], beside.map(fileRow)),
    otherFiles: table(['file', 'what it is'], otherFileRows(release)),
    leftOut: leftOut(release),
    publishers: publications.map((one) => publisherName(one, release)).join('; '),
    releases: publications.map((one) => `<${release.names.release(one)}>`).join(', '),
    doi: doiLines(release),
    folder: new URL('..', downloadsOf(release)).href,
    delta: hasDelta
      ? `A store that has ${previous ?? 'the release before'} needs only the difference: \`delta/README.md\` says how, with ordinary tools or in a SPARQL store. Remove what \`delta/suppressed.txt\` lists wherever you have it.`
      : '',
  });
}

/** The DOIs to cite; empty where none is known. */
const doiLines = ({ doi }: DescribedRelease): string =>
  [
    ...(doi?.reserved === undefined ? [] : [` DOI of this release: <${doiAddress(doi.reserved)}>.`]),
    ...(doi?.concept === undefined ? [] : [` DOI of all releases: <${doiAddress(doi.concept)}>.`]),
    ...(doi?.previous === undefined ? [] : [` DOI of the release before: <${doiAddress(doi.previous)}>.`]),
  ].join('');

/** The formats of a release, in the order in which they are named. */
const formatsOf = ({ dumps }: DescribedRelease): Format[] =>
  FORMAT_NAMES.filter((format) => dumps.some((dump) => dump.format === format));

/** The formats that rapper reads, the preferred ones first, and its names for them. */
const RAPPER: Readonly<Partial<Record<Format, string>>> = { ttl: 'turtle', nt: 'ntriples', nq: 'nquads' };

/** How the release is loaded, by store. */
function storeCommands(release: DescribedRelease): string[][] {
  const { dumps, base, others } = release;
  const there = new Set(others.map(({ path }) => path));
  const scripts = Object.entries(TEXTS.scripts).filter(([path]) => there.has(path));
  const format = formatsOf(release).find((one) => one in RAPPER);
  const dump = dumps.find((one) => one.format === format);
  const count =
    dump &&
    `\`${dump.compression === 'none' ? 'cat' : 'gzip -dc'} data/${dump.file} | rapper -c -i ${RAPPER[dump.format]} - ${base}\``;
  return [
    ...scripts.map(([, { store, how }]) => [store, how]),
    ['any other, and any that runs', '`folklore-ld load . --endpoint URL`'],
    ...(count === undefined ? [] : [['rapper (counts only)', count]]),
  ];
}

function datasetRow(dataset: DescribedRelease['datasets'][number], { files, statistics }: DescribedRelease) {
  const own = files.filter((file) => file.dataset === dataset.name);
  return [
    `\`data/${dataset.name}.*\` ${titleOf(dataset.name).en}`,
    formatCount(own[0]?.records ?? 0),
    formatCount(statistics.of(dataset.name).triples),
    LICENCE_NAMES[licenceOfDataset(dataset)].short,
    own.map(({ path, bytes }) => `${path.slice(path.indexOf('.') + 1)} ${formatCount(bytes)}`).join(', '),
  ];
}

const fileRow = (file: DescribedRelease['files'][number]): string[] => [
  `\`${file.path}\``,
  titleOfFile(file).en,
  LICENCE_NAMES[file.licence].short,
  formatCount(file.bytes),
];

/** The files beside the data that the release has. */
function otherFileRows({ description, others }: DescribedRelease): string[][] {
  const paths = [...description, ...others.map(({ path }) => path)];
  return Object.entries(TEXTS.files)
    .filter(([file]) => paths.some((path) => path === file || (file.endsWith('/') && path.startsWith(file))))
    .map(([file, what]) => [`\`${file}\``, what]);
}

function leftOut({ kinds }: DescribedRelease): string {
  const rows = kinds.filter((one) => one.fetched > one.published);
  if (rows.length === 0) return 'Nothing. Every record that was fetched is here.';
  const counts = rows.map((one) => [
    one.called,
    ...[one.fetched, one.published, one.withheld, one.rejected + one.unreadable].map(formatCount),
  ]);
  return `Withheld: not for the public. Rejected: against the rules, or impossible to read; \`report/\` has the reasons.\n\n${table(['records', 'fetched', 'published', 'withheld', 'rejected'], counts)}`;
}

/** LICENCES.md: the licence of each file, and the credit lines. */
export function licences(release: DescribedRelease): string {
  const { publications } = release;
  const files: readonly ReleasedFile[] = [
    ...release.files,
    ...release.others.map((file) => otherFile(file, publications)),
  ];
  const titles = (which: Licence): string =>
    publications
      .filter((one) => licenceOfPublication(one) === which)
      .map((one) => TEXTS.publications[one].title.en)
      .join(', ');
  const rows = (['by-nc', 'by', 'zero'] as const).flatMap((which) => {
    const own = files.filter((file) => file.licence === which);
    const of = which === 'zero' ? TEXTS.licences.zero : titles(which);
    return own.length === 0 ? [] : [[licenceLink(which), of, placesOf(own)]];
  });
  return fillTemplate('LICENCES.md', {
    both: publications.length > 1 ? TEXTS.licences.both : '',
    table: table(['licence', 'of', 'files'], rows),
    publications: publications
      .flatMap((publication) => {
        const which = licenceOfPublication(publication);
        const { copyright } = release.publishers[publisherOf(publication)];
        return [
          `## ${TEXTS.publications[publication].title.en}`,
          `${publisherName(publication, release)}, ${licenceLink(which)}.${copyright === undefined ? '' : ` ${copyright}`}`,
          `Credit it as: ${creditOf(publication, release)}`,
          TEXTS.licences[which],
        ];
      })
      .join('\n\n'),
  });
}

/** Files by folder or by dataset, where all of them have the licence. */
function placesOf(files: readonly ReleasedFile[]): string {
  const places = files.map(({ path }) =>
    path.startsWith('data/')
      ? path.replace(/\..*$/, '.*')
      : path.replace(/^(queries|shapes|report)\/.*$/, '$1/'),
  );
  return [...new Set(places)].map((path) => `\`${path}\``).join(', ');
}
