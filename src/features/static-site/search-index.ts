import { deflateRawSync } from 'node:zlib';
import { openDatabase } from '../../base/sqlite.js';
import { rowsOf } from '../../release/tables/sql-tables.js';
import { dateInWords } from '../browse/dates-in-words.js';
import { type Facet, SMALL_FACETS } from '../browse/index/facet-statements.js';
import { INDEXED_KINDS } from '../browse/index/index-words.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import { facetName, kindName, LANGUAGES } from '../browse/interface-words.js';
import { labelOf } from '../browse/layout.js';
import { BORDERS } from '../browse/map/map-page.js';
import { countiesOnMap, namedPlaces, type PlaceOnMap, placesOnMap } from '../browse/map/places-on-map.js';
import { type Card, cardsOf } from '../browse/search/cards.js';
import { facetValueName } from '../browse/search/search-address.js';
import type { Site } from '../browse/site.js';
import type { SiteFiles } from './site-files.js';

/*
 * The index that the search of a site without a server reads in the browser (assets/static-search.js). Records have numbers from
 * 0, in the order of the release. A list of numbers is written as the differences from one to the next. Files with the ending
 * `bin` are JSON, packed (RFC 1951): web hosts send them as they are.
 *
 *   index.json        the number of records, the size of blocks, the first term of each file of terms, the facets, the
 *                     names of kinds
 *   terms/N.bin       terms in order, each with the records that have it: twice the difference, plus one where it is in a name
 *   records/N.bin     what a result shows: path, labels, dates
 *   facets/NAME.bin   values with their labels and the records that have them
 *   places.bin        places with points and their works, for the map; counties and larger places with the points of their names
 *   counties.json     the borders of the counties, as GeoJSON
 */

/** Characters of a file of terms, at least: what a search loads for a word. */
const TERMS_FILE = 1 << 17;
/** Records of a block. */
const BLOCK = 100;
const FOLDER = 'search-index';

/** Writes the index of a site's search. */
export async function writeSearchIndex(
  { site, indexFile, files }: { readonly site: Site; readonly indexFile: string; readonly files: SiteFiles },
  write: (file: string, content: string | Uint8Array) => Promise<void>,
): Promise<void> {
  const packed = (name: string, content: unknown): Promise<void> =>
    write(`${FOLDER}/${name}.bin`, deflateRawSync(JSON.stringify(content)));
  const all = site.search.found(ALL).ids;
  /** The number of a record in this index, plus one; 0: it is not in it. By the number in the index of the release. */
  const numberOf = new Uint32Array((all.at(-1) ?? 0) + 1);
  let count = 0;
  let block: unknown[] = [];
  const closeBlock = async (): Promise<void> => {
    if (block.length === 0) return;
    await packed(`records/${Math.ceil(count / BLOCK) - 1}`, block);
    block = [];
  };
  for (let at = 0; at < all.length; at += BATCH) {
    const ids = all.subarray(at, at + BATCH);
    for (const [i, card] of cardsOf(site, site.index.summariesOf(ids)).entries()) {
      if (!files.hasPage(card.path)) continue;
      count += 1;
      numberOf[ids[i] ?? 0] = count;
      block.push(entryOf(card, files));
      if (block.length === BLOCK) await closeBlock();
    }
  }
  await closeBlock();
  const facets: [Facet, number][] = [];
  for (const facet of SMALL_FACETS) {
    const values = site.search.allValues(facet).flatMap(({ value }) => {
      const numbers = differences(
        site.search.found({ words: '', facets: { [facet]: [value] } }).ids,
        numberOf,
      );
      if (numbers.length === 0) return [];
      const [en, ga] = LANGUAGES.map((language) => facetValueName({ site, language }, facet, value));
      return [[value, en, ga === en ? 0 : ga, numbers]];
    });
    if (values.length === 0) continue;
    await packed(`facets/${facet}`, values);
    facets.push([facet, values.length]);
  }
  await packed('places', {
    places: placesOnMap(site, ALL).flatMap((place) =>
      files.hasPage(place.path)
        ? [[addressOf(place.path, files), ...labelsOf(place), place.latitude, place.longitude, place.works]]
        : [],
    ),
    counties: countiesOnMap(site).map(nameOnMap),
    named: namedPlaces(site, LEAST_NAMED).map((place) => [...nameOnMap(place), place.within]),
  });
  await write(`${FOLDER}/counties.json`, `${JSON.stringify(BORDERS)}\n`);
  const terms = await writeTerms(indexFile, numberOf, packed);
  const named = facets.map(([facet]) => [facet, ...LANGUAGES.map((language) => facetName(facet, language))]);
  const kinds = INDEXED_KINDS.map((kind) => [
    kind,
    ...LANGUAGES.map((language) => kindName(kind, 'one', language)),
  ]);
  await write(
    `${FOLDER}/index.json`,
    `${JSON.stringify({ records: count, block: BLOCK, facets: named, kinds, terms })}\n`,
  );
}

/** Degrees of latitude of the narrowest view whose names a site has: those of townlands would be half of its places. */
const LEAST_NAMED = 0.4;

const ALL = { words: '', facets: {} } as const;

/** Records whose cards are made at a time. */
const BATCH = 500;

/** What a result shows: 0 stands for what is as in English. */
function entryOf(card: Card, files: SiteFiles): unknown {
  const { path, date } = card;
  const [en = '', ga = ''] = LANGUAGES.map((language) =>
    date === undefined ? '' : dateInWords(date.edtf, date.qualifier, language),
  );
  return [addressOf(path, files), ...labelsOf(card), en, ga === en ? 0 : ga];
}

/** The file of a record, with the escapes of an address and without its ending. */
const addressOf = (path: string, files: SiteFiles): string =>
  (files.nameOf(path) ?? '').split('/').map(encodeURIComponent).join('/');

/** The English and the Irish label. */
function labelsOf(record: ResourceSummary): readonly [en: string, ga: string | 0] {
  const [en = '', ga = ''] = LANGUAGES.map((language) => labelOf(record, language));
  return [en, ga === en ? 0 : ga];
}

const nameOnMap = (place: PlaceOnMap) => [...labelsOf(place), place.latitude, place.longitude];

/** The numbers of records in this index, each as the difference from the one before. */
function differences(ids: Uint32Array, numberOf: Uint32Array): number[] {
  let before = 0;
  const numbers: number[] = [];
  for (const id of ids.toSorted()) {
    const number = numberOf[id] ?? 0;
    if (number === 0) continue;
    numbers.push(number - 1 - before);
    before = number - 1;
  }
  return numbers;
}

/** Writes the terms of the full text, and returns the first one of each file. */
async function writeTerms(
  indexFile: string,
  numberOf: Uint32Array,
  packed: (name: string, content: unknown) => Promise<void>,
): Promise<string[]> {
  const first: string[] = [];
  let terms: [string, number[]][] = [];
  let length = 0;
  const close = async (): Promise<void> => {
    if (terms[0] === undefined) return;
    first.push(terms[0][0]);
    await packed(`terms/${first.length - 1}`, terms);
    terms = [];
    length = 0;
  };
  for (const { term, hits } of readTerms(indexFile)) {
    // The browser has another order for characters outside the first plane than the index.
    if (/[\ud800-\udfff]/.test(term)) continue;
    /** Whether a name has it, by the number of the record. */
    const found = new Map<number, boolean>();
    for (const [id, inName] of hits) {
      const number = numberOf[id] ?? 0;
      if (number > 0) found.set(number - 1, inName || found.get(number - 1) === true);
    }
    if (found.size === 0) continue;
    let before = 0;
    const numbers = [...found]
      .toSorted(([a], [b]) => a - b)
      .map(([number, inName]) => {
        const difference = number - before;
        before = number;
        return 2 * difference + Number(inName);
      });
    terms.push([term, numbers]);
    length += term.length + 3 * numbers.length;
    if (length >= TERMS_FILE) await close();
  }
  await close();
  return first;
}

interface TermHits {
  readonly term: string;
  /** Records that are shown for it, and whether it is in a name of theirs. */
  readonly hits: readonly (readonly [id: number, inName: boolean])[];
}

/** The terms of the full text of an index, in the order of their characters. */
function* readTerms(indexFile: string): Generator<TermHits> {
  // The virtual table is one of this connection, which the index of the pages does not allow.
  const database = openDatabase(indexFile, 'immutable');
  try {
    database.exec("CREATE VIRTUAL TABLE temp.term USING fts5vocab('main', 'search', 'instance')");
    const rows = rowsOf<[string, number, number]>(database, "SELECT term, doc, col = 'names' FROM temp.term");
    let term: string | undefined;
    let hits: [number, boolean][] = [];
    for (const [next, row, inName] of rows) {
      if (next !== term) {
        if (term !== undefined) yield { term, hits };
        term = next;
        hits = [];
      }
      const last = hits.at(-1);
      // A word is often there several times.
      if (last?.[0] === row) last[1] ||= inName === 1;
      else hits.push([row, inName === 1]);
    }
    if (term !== undefined) yield { term, hits };
  } finally {
    database.close();
  }
}
