import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Organisation } from '../../model/mapping/organisation.js';
import { collectionTitle, dateOfCollection, shelfmark } from '../../model/mapping/own-records.js';
import { EAD3_NAMESPACE, licence } from '../../model/rdf/iris.js';
import { type TextFile, writeTextFile } from '../dumps/compressed-file.js';
import { valuesIn } from '../tables/csv.js';
import type { DerivedChunks, DerivedFile } from '../tables/derived-file.js';
import { type TableRow, tableRows } from '../tables/derived-files.js';
import type { TableName } from '../tables/tables.js';
import { element, startTag, textOf, type Xml } from './xml.js';

/** The collections that have volumes, parts and items. */
export const FINDING_AIDS = ['cbe', 'cbes'] as const;
export type FindingAid = (typeof FINDING_AIDS)[number];

/** What a finding aid says of the release. */
export interface FindingAidFacts {
  /** The label of the release. */
  readonly label: string;
  /** The IRI of the collection. */
  readonly collection: string;
  readonly archive: Organisation;
}

const MEDIA_TYPE = 'application/xml';

/** Columns with people, and the terms of their roles. */
const ROLES = ['collectors', 'informants', 'teachers'] as const;

/** A date that is certain, in the form of ISO 8601 that EAD3 wants in `@normal`. */
const CERTAIN = /^\d{4}(?:-\d\d(?:-\d\d)?)?(?:\/\d{4}(?:-\d\d(?:-\d\d)?)?)?$/;

/**
 * Writes a collection as Encoded Archival Description (EAD3 1.1, Society of American Archivists): volumes as series, parts as
 * files, items as items, with people, places and topics as access points. Items are spooled, so that memory does not depend on
 * their number. Records that the release omits are left out.
 *
 * @param directory the folder of the tables
 * @param given the chunks of each derived file, in the order of the table of files
 * @returns the file; undefined for a collection without volumes
 * @throws the error of the file system, `EEXIST` when the file is there
 */
export async function writeFindingAid(
  name: FindingAid,
  directory: string,
  given: readonly DerivedChunks[],
  facts: FindingAidFacts,
): Promise<DerivedFile | undefined> {
  const isOfCollection = (row: TableRow): boolean => row('collection') === name && row('omission') === '';
  const names = await namesIn(given);
  const volumes = new Map<string, { readonly row: TableRow; readonly parts: string[] }>();
  for await (const row of tableRows('volumes', given))
    if (isOfCollection(row)) volumes.set(row('iri'), { row, parts: [] });
  if (volumes.size === 0) return undefined;
  const parts = new Map<string, TableRow>();
  for await (const row of tableRows('parts', given)) {
    if (!isOfCollection(row)) continue;
    parts.set(row('iri'), row);
    volumes.get(row('volume'))?.parts.push(row('iri'));
  }
  const spool = await Spool.create(join(directory, `.ead-${name}`));
  try {
    let rows = volumes.size + parts.size;
    for await (const row of tableRows('items', given)) {
      if (!isOfCollection(row)) continue;
      rows += 1;
      await spool.add(row('part'), `${component('item', row, names)}</c>\n`);
    }
    const written = await writeTextFile(join(directory, `ead-${name}.xml`), 'none', async (file) => {
      await file.write(`${head(name, facts)}<dsc dsctype="combined">\n`);
      for (const { row, parts: own } of volumes.values()) {
        await file.write(component('series', row, names));
        for (const iri of own) {
          const part = parts.get(iri);
          if (part === undefined) continue;
          await file.write(`\n${component('file', part, names)}\n`);
          await spool.copy(iri, file);
          await file.write('</c>');
        }
        await file.write('</c>\n');
      }
      await file.write('</dsc></archdesc></ead>\n');
    });
    return { ...written, mediaType: MEDIA_TYPE, publication: 'folklore', rows };
  } finally {
    await spool.close();
  }
}

/** Columns with the name of a record, the first that is filled: an access point has one form. */
const NAMES: readonly (readonly [TableName, readonly string[]])[] = [
  ['people', ['name']],
  ['schools-people', ['name', 'label']],
  ['locations', ['name_en', 'name_ga']],
  ['topics', ['label_en', 'label_ga', 'label_other']],
];

async function namesIn(given: readonly DerivedChunks[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [table, columns] of NAMES)
    for await (const row of tableRows(table, given)) {
      const name = columns.map(row).find((text) => text !== '');
      if (name !== undefined) names.set(row('iri'), name);
    }
  return names;
}

function head(name: FindingAid, { label, collection, archive }: FindingAidFacts): string {
  const title = collectionTitle(name);
  const language = { langcode: 'en' };
  const control = element(
    'control',
    { langencoding: 'iso639-1', scriptencoding: 'iso15924', dateencoding: 'iso8601' },
    element('recordid', { instanceurl: collection }, shelfmark(name)),
    element(
      'filedesc',
      {},
      element('titlestmt', {}, element('titleproper', {}, `${title.en?.[0]}: finding aid`)),
      element(
        'publicationstmt',
        {},
        (archive.name.en ?? []).map((one) => element('publisher', {}, one)),
        element('date', {}, label),
      ),
    ),
    element('maintenancestatus', { value: 'derived' }),
    element(
      'maintenanceagency',
      {},
      (archive.name.en ?? []).map((one) => element('agencyname', {}, one)),
    ),
    element(
      'languagedeclaration',
      {},
      element('language', language, 'English'),
      element('script', { scriptcode: 'Latn' }, 'Latin'),
    ),
    element(
      'maintenancehistory',
      {},
      element(
        'maintenanceevent',
        {},
        element('eventtype', { value: 'derived' }),
        element('eventdatetime', {}, `release ${label}`),
        element('agenttype', { value: 'machine' }),
        element('agent', {}, 'folklore-ld'),
      ),
    ),
  );
  const did = element(
    'did',
    {},
    element('unitid', { identifier: collection }, shelfmark(name)),
    Object.entries(title).map(([lang, texts]) => element('unittitle', { lang }, texts?.[0])),
    dateElement(dateOfCollection(name) ?? '', ''),
    element(
      'repository',
      {},
      element(
        'corpname',
        {},
        (archive.name.en ?? []).map((one) => element('part', {}, one)),
      ),
    ),
  );
  const use = element(
    'userestrict',
    {},
    element('p', {}, element('ref', { href: licence('by-nc') }, 'CC BY-NC 4.0')),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
${startTag('ead', { xmlns: EAD3_NAMESPACE })}${textOf(control)}
${startTag('archdesc', { level: 'collection' })}${textOf(did, use)}
`;
}

/** The beginning of a component: what is in it follows, and its end tag. */
function component(
  level: 'series' | 'file' | 'item',
  row: TableRow,
  names: ReadonlyMap<string, string>,
): string {
  const link = (column: string) =>
    valuesIn(row(column)).flatMap((iri) => {
      const name = names.get(iri);
      return name === undefined ? [] : [{ iri, name }];
    });
  const people = ROLES.flatMap((column) =>
    link(column).map(({ iri, name }) =>
      element('persname', { identifier: iri, relator: column.slice(0, -1) }, element('part', {}, name)),
    ),
  );
  const descriptions = [
    ['extract', undefined],
    ['description_en', 'en'],
    ['description_ga', 'ga'],
  ].flatMap(([column = '', lang]) => (row(column) === '' ? [] : [element('p', { lang }, row(column))]));
  const access = [
    ...['counties', 'places', 'countries', 'places_abroad', 'school_places'].flatMap((column) =>
      link(column).map(({ iri, name }) =>
        element('geogname', { identifier: iri }, element('part', {}, name)),
      ),
    ),
    ...link('topics').map(({ iri, name }) =>
      element('subject', { identifier: iri }, element('part', {}, name)),
    ),
  ];
  const did = element(
    'did',
    {},
    element('unitid', { identifier: row('iri') }, level === 'item' ? row('id') : row('label')),
    titlesOf(level, row).map(({ lang, text }) => element('unittitle', { lang }, text)),
    dateElement(row('edtf'), row('date_qualifier_en')),
    element('origination', {}, people),
    row('page_count') !== '' &&
      row('page_count') !== '0' &&
      element(
        'physdescstructured',
        { physdescstructuredtype: 'spaceoccupied', coverage: 'whole' },
        element('quantity', {}, row('page_count')),
        element('unittype', {}, 'pages'),
      ),
    element(
      'langmaterial',
      {},
      valuesIn(row('languages')).map((code) => element('language', { langcode: code }, code)),
    ),
    row('url') !== '' && element('dao', { daotype: 'derived', href: row('url') }),
  );
  const id = `${row('collection')}-${level}-${row('id')}`;
  const scope = element('scopecontent', {}, descriptions);
  return startTag('c', { level, id }) + textOf(did, scope, element('controlaccess', {}, access));
}

function titlesOf(
  level: string,
  row: TableRow,
): readonly { readonly lang?: string; readonly text: string }[] {
  if (level === 'item') {
    const language = row('title_language');
    return [
      {
        ...(/^[a-z]{2,3}$/.test(language) && language !== 'und' ? { lang: language } : {}),
        text: row('label'),
      },
    ];
  }
  if (level === 'series') return [{ text: row('label') }];
  const titles = (['en', 'ga'] as const)
    .map((lang) => ({ lang, text: row(`label_${lang}`) }))
    .filter(({ text }) => text !== '');
  return titles.length > 0 ? titles : [{ text: row('label') }];
}

/** The date as EDTF without its marks, with the qualifier as certainty; a normal form only where it is certain. */
function dateElement(edtf: string, qualifier: string): Xml | undefined {
  if (edtf === '') return undefined;
  const text = edtf.replace(/[~?%]/g, '').replace('/', '–');
  return element(
    'unitdate',
    {
      certainty: qualifier,
      normal: qualifier === '' && CERTAIN.test(edtf) ? edtf : undefined,
      unitdatetype: edtf.includes('/') ? 'inclusive' : undefined,
    },
    qualifier === '' ? text : `${text} (${qualifier})`,
  );
}

/** Bytes that are written together. */
const AT_ONCE = 1 << 20;

/** Texts in a file, by a key, in the order in which they came. */
class Spool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #ranges = new Map<string, { at: number; length: number }[]>();
  #length = 0;
  /** What is not yet in the file. */
  #pending: Buffer[] = [];
  #pendingLength = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<Spool> {
    return new Spool(path, await open(path, 'wx+'));
  }

  async add(key: string, text: string): Promise<void> {
    const bytes = Buffer.from(text, 'utf8');
    const ranges = this.#ranges.get(key) ?? [];
    this.#ranges.set(key, ranges);
    const last = ranges.at(-1);
    if (last !== undefined && last.at + last.length === this.#length) last.length += bytes.length;
    else ranges.push({ at: this.#length, length: bytes.length });
    this.#length += bytes.length;
    this.#pending.push(bytes);
    this.#pendingLength += bytes.length;
    if (this.#pendingLength > AT_ONCE) await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#file.appendFile(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingLength = 0;
  }

  /** Copies the texts of a key to a file. */
  async copy(key: string, to: TextFile): Promise<void> {
    if (this.#pendingLength > 0) await this.#flush();
    for (const { at, length } of this.#ranges.get(key) ?? []) {
      const bytes = Buffer.alloc(length);
      await this.#file.read(bytes, 0, length, at);
      await to.write(bytes);
    }
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
