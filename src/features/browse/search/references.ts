import { PROPERTY, type ResourceSummary, SUMMARY } from '../index/release-index.js';
import { plainText } from '../index/search-words.js';
import type { Site } from '../site.js';

/* Searches that are a reference: `CBÉS 24`, `CBES 0024:735`, `0024, p. 735`, a number of a record, a roll number. */

/** The collections by the names that footnotes give them. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  cbe: ['CBE', 'NFC', 'IFC', 'MS', 'LS'],
  cbes: ['CBES', 'NFCS', 'SFS', 'S'],
};

/** A collection, the number of a volume, and of a page in the volume. */
const VOLUME =
  /^(?:([A-Z]{1,4})[\s.:,]*)?0*(\d{1,5})(?:(?:\s*[:;,/]\s*|\s+)(?:P{1,2}|L|LGH|LCH|LTH|PAGE|LEATHANACH)?[.\s]*0*(\d{1,5})(?:\s*[-–]\s*\d+)?)?$/;

const NUMBER = /^\d{1,12}$/;

const plainReference = (query: string): string => plainText(query).trim().toUpperCase();

/** The collection, the volume and the page that a reference names. */
function volumeIn(plain: string) {
  const [, name, volume, page] = VOLUME.exec(plain) ?? [];
  const collection = Object.keys(COLLECTIONS).find((one) => COLLECTIONS[one]?.includes(name ?? ''));
  return { name, collection, volume, page };
}

/** Whether a search names a collection and a volume: other volumes are no answer to such a search. */
export const isReference = (query: string): boolean =>
  volumeIn(plainReference(query)).collection !== undefined;

/** What a search refers to: pages, volumes, photographs, schools, records. Of each the path and the labels. */
export function referredTo({ index, iriOf }: Site, query: string): readonly ResourceSummary[] {
  const plain = plainReference(query);
  if (plain.length === 0 || plain.length > 60) return [];
  const { name, collection, volume, page } = volumeIn(plain);
  const found: ResourceSummary[] = [];
  if (volume !== undefined && (name === undefined || collection !== undefined)) {
    const volumes = index.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM volumes JOIN resource ON resource.path = volumes.iri
       WHERE ltrim(number, '0') = ? AND collection IN (?, ?) ORDER BY path LIMIT ${MOST}`,
      [volume, collection ?? 'cbe', collection ?? 'cbes'],
    );
    if (page === undefined) found.push(...volumes);
    else
      for (const { path, label_en } of volumes)
        found.push(
          ...index.all<ResourceSummary>(
            `SELECT ${SUMMARY} FROM link JOIN resource ON resource.id = link.source
             WHERE link.target = (SELECT id FROM resource WHERE path = ?) AND link.property = ${PROPERTY}
               AND kind = 'page' AND ltrim(substr(label_en, ?), '0') = ?`,
            [path, iriOf('isPartOf'), `${label_en}, p. `.length + 1, page],
          ),
        );
  }
  if (NUMBER.test(plain))
    found.push(
      ...index.all<ResourceSummary>(
        `SELECT ${SUMMARY} FROM resource WHERE path IN (${ID_PATHS.map(() => '?').join(', ')}) AND kind IS NOT NULL`,
        ID_PATHS.map((path) => path + String(Number(plain))),
      ),
      ...index.all<ResourceSummary>(
        `SELECT ${SUMMARY} FROM parts JOIN resource ON resource.path = parts.iri WHERE roll_number = ? LIMIT ${MOST}`,
        [query.trim()],
      ),
    );
  found.push(
    ...index.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM photographs JOIN resource ON resource.path = photographs.iri WHERE reference_number = ? LIMIT ${MOST}`,
      [query.trim()],
    ),
  );
  return [...new Map(found.map((one) => [one.path, one])).values()];
}

/** Records of one number, at most. */
const MOST = 20;

/** The paths of records that end in a number (model 2.2). */
const ID_PATHS = [
  'cbes/item/',
  'cbe/item/',
  'cbes/part/',
  'cbe/part/',
  'cbes/volume/',
  'cbe/volume/',
  'cbeg/photograph/',
  'cbed/person/',
  'cbes/person/',
  'place/',
] as const;
