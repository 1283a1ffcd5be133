import { type Licence, licence } from '../../rdf/iris.js';
import {
  LICENCE_NAMES,
  licenceOfPublication,
  publicationsOf,
  publisherOf,
  type ReleaseFacts,
} from '../facts.js';
import { dataFiles, otherFile, type ReleasedFile } from '../released-file.js';
import { table } from './readme.js';
import { creditOf, nameIn, PUBLICATIONS } from './texts.js';

/** LICENCES.md: the licence of each file, and the credit lines. */
export function licences(facts: ReleaseFacts): string {
  const publications = publicationsOf(facts);
  const files: readonly ReleasedFile[] = [
    ...dataFiles(facts),
    ...facts.others.map((file) => otherFile(file, publications)),
  ];
  const used = (['by-nc', 'by', 'zero'] as const).filter((one) => files.some((file) => file.licence === one));
  return [
    '# Licences',
    'No file of data mixes licences. Each distribution in `dcat.ttl` and each file in `manifest.json` names its own.',
    ...(publications.length > 1 ? [BOTH] : []),
    table(
      ['licence', 'of', 'files'],
      used.map((one) => [
        `[${LICENCE_NAMES[one].short}](${licence(one)})`,
        ofWhat(one, facts),
        places(files.filter((file) => file.licence === one)),
      ]),
    ),
    ...publications.flatMap((publication) => {
      const publisher = facts.publishers[publisherOf(publication)];
      return [
        `## ${PUBLICATIONS[publication].title.en}`,
        `${nameIn(publisher.name)}, [${LICENCE_NAMES[licenceOfPublication(publication)].short}](${licence(licenceOfPublication(publication))}).${publisher.copyright === undefined ? '' : ` ${publisher.copyright}`}`,
        `Credit it as: ${creditOf(publication, facts)}`,
        REMARKS[licenceOfPublication(publication)],
      ];
    }),
    '',
  ].join('\n\n');
}

/** Places that both sources describe. */
const BOTH =
  'A place that both sources know stands in `locations` in the words of the archive, and in `places` in those of the place-names database. Only `report/` quotes single values of both, and comes under the stricter licence, with both credits.';

const REMARKS: Readonly<Record<Licence, string>> = {
  'by-nc':
    'The data may be used, changed and passed on for purposes that are not commercial, with this credit. The licence is for the data; what a photograph or a page shows may have rights of its own.',
  by: 'The data may be used, changed and passed on for any purpose, with this credit.',
  zero: '',
};

function ofWhat(which: Licence, facts: ReleaseFacts): string {
  const publications = publicationsOf(facts).filter((one) => licenceOfPublication(one) === which);
  return which === 'zero'
    ? 'vocabulary, shapes, queries, descriptions, and the list of what is missing'
    : publications.map((one) => PUBLICATIONS[one].title.en).join(', ');
}

/** Files by folder or by dataset, where all of them have the licence. */
const places = (files: readonly ReleasedFile[]): string =>
  [...new Set(files.map(({ path }) => shortened(path)))].map((path) => `\`${path}\``).join(', ');

const shortened = (path: string): string =>
  path.startsWith('data/')
    ? path.replace(/\..*$/, '.*')
    : path.replace(/^(queries|shapes|report)\/.*$/, '$1/');
