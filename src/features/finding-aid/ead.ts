import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entry } from '../../base/map-entry.js';
import { element, startTag, textOf, type Xml } from '../../base/xml.js';
import type { Organisation } from '../../model/mapping/organisation.js';
import { collectionTitle, dateOfCollection, shelfmark } from '../../model/mapping/own-records.js';
import { licence, mintIris } from '../../model/rdf/iris.js';
import { type TextFile, writeTextFile } from '../../release/dumps/compressed-file.js';
import { valuesIn } from '../../release/tables/csv.js';
import type { DerivedChunks, DerivedFile } from '../../release/tables/derived-file.js';
import { type TableRow, tableRows } from '../../release/tables/derived-files.js';
import type { TableName } from '../../release/tables/tables.js';

/** The namespace of Encoded Archival Description, version 3. */
const EAD3_NAMESPACE = 'http://ead3.archivists.org/schema/';

/** The collections that have volumes, parts and items. */
const COLLECTIONS = ['cbe', 'cbes'] as const;
type FindingAid = (typeof COLLECTIONS)[number];

/** What a finding aid says of the release. */
interface FindingAidFacts {
  /** The data base IRI. */
  readonly base: string;
  /** The label of the release. */
  readonly label: string;
  /** The day of the release, `YYYY-MM-DD`. */
  readonly issued: string;
  readonly archive: Organisation;
}

const MEDIA_TYPE = 'application/xml';

/** Columns with people, and the terms of their roles. */
const ROLES = ['collectors', 'informants', 'teachers'] as const;

/** A date that is certain, in the form of ISO 8601 that EAD3 wants in `@normal`. */
const CERTAIN = /^\d{4}(?:-\d\d(?:-\d\d)?)?(?:\/\d{4}(?:-\d\d(?:-\d\d)?)?)?$/;

/** A volume, and the IRIs of its parts. */
interface Volume {
  readonly row: TableRow;
  readonly parts: string[];
}

/** What the components of the finding aids are made of. */
interface Holdings {
  readonly volumes: ReadonlyMap<string, Volume>;
  readonly parts: ReadonlyMap<string, TableRow>;
  /** Items by the IRIs of their parts, as components. */
  readonly items: Spool;
  /** The names of people, places and topics by IRI. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes each collection that has volumes as Encoded Archival Description (EAD3 1.1, Society of American Archivists): volumes as
 * series, parts as files, items as items, with people, places and topics as access points. Items are spooled, so that memory
 * does not depend on their number. Records that the release omits are left out.
 *
 * @param directory the folder of the tables
 * @param given the chunks of each derived file, in the order of the table of files
 * @throws the error of the file system, `EEXIST` when a file is there
 */
export async function writeFindingAids(
  directory: string,
  given: readonly DerivedChunks[],
  facts: FindingAidFacts,
): Promise<readonly DerivedFile[]> {
  const names = await namesIn(given);
  const volumes = new Map<string, Volume>();
  for await (const row of present('volumes', given)) volumes.set(row('iri'), { row, parts: [] });
  const parts = new Map<string, TableRow>();
  for await (const row of present('parts', given)) {
    parts.set(row('iri'), row);
    volumes.get(row('volume'))?.parts.push(row('iri'));
  }
  const items = await Spool.create(join(directory, '.ead'));
  try {
    for await (const row of present('items', given))
      await items.add(row('part'), `${component('item', row, names)}</c>\n`);
    const files: DerivedFile[] = [];
    for (const name of COLLECTIONS)
      files.push(...(await writeFindingAid(name, directory, { volumes, parts, items, names }, facts)));
    return files;
  } finally {
    await items.close();
  }
}

/** The rows of a table without omissions. */
async function* present(table: TableName, given: readonly DerivedChunks[]): AsyncGenerator<TableRow> {
  for await (const row of tableRows(table, given)) if (row('omission') === '') yield row;
}

/** @returns the file; none for a collection without volumes */
async function writeFindingAid(
  name: FindingAid,
  directory: string,
  { volumes, parts, items, names }: Holdings,
  facts: FindingAidFacts,
): Promise<readonly DerivedFile[]> {
  const own = [...volumes.values()].filter(({ row }) => row('collection') === name);
  if (own.length === 0) return [];
  let rows = own.length;
  const written = await writeTextFile(join(directory, `ead-${name}.xml`), 'none', async (file) => {
    await file.write(`${head(name, facts)}<dsc dsctype="combined">\n`);
    for (const volume of own) {
      await file.write(component('series', volume.row, names));
      for (const iri of volume.parts) {
        const part = parts.get(iri);
        if (part === undefined) continue;
        await file.write(`\n${component('file', part, names)}\n`);
        rows += 1 + (await items.copy(iri, file));
        await file.write('</c>');
      }
      await file.write('</c>\n');
    }
    await file.write('</dsc></archdesc></ead>\n');
  });
  return [{ ...written, mediaType: MEDIA_TYPE, publication: 'folklore', rows }];
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

function head(name: FindingAid, { base, label, issued, archive }: FindingAidFacts): string {
  const collection = mintIris(base).collection(name);
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
      element('editionstmt', {}, element('edition', {}, `release ${label}`)),
      element(
        'publicationstmt',
        {},
        (archive.name.en ?? []).map((one) => element('publisher', {}, one)),
        element('date', { normal: issued }, issued),
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
        element('eventdatetime', { standarddatetime: issued }, issued),
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
    ...link('effective_counties').flatMap(({ iri, name }) =>
      INHERITED.has(row('effective_counties_from'))
        ? element(
            'geogname',
            { identifier: iri, relator: `county of its ${row('effective_counties_from')}` },
            element('part', {}, name),
          )
        : [],
    ),
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
    level === 'item'
      ? dateElement(
          row('effective_edtf'),
          row('effective_date_qualifier_en'),
          INHERITED.has(row('effective_date_from')) ? `date of its ${row('effective_date_from')}` : undefined,
        )
      : dateElement(row('edtf'), row('date_qualifier_en')),
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

/** Who else may state the county or the date of an item (model 3.11). */
const INHERITED: ReadonlySet<string> = new Set(['place', 'school', 'part', 'collection']);

/**
 * The date as EDTF without its marks, with the qualifier as certainty; a normal form only where it is certain.
 *
 * @param whose the date of something else, as a label
 */
function dateElement(edtf: string, qualifier: string, whose?: string): Xml | undefined {
  if (edtf === '') return undefined;
  const text = edtf.replace(/[~?%]/g, '').replace('/', '–');
  return element(
    'unitdate',
    {
      certainty: qualifier,
      label: whose,
      normal: qualifier === '' && CERTAIN.test(edtf) ? edtf : undefined,
      unitdatetype: edtf.includes('/') ? 'inclusive' : undefined,
    },
    [text, ...[qualifier, whose].flatMap((one) => (one ? `(${one})` : []))].join(' '),
  );
}

/** Bytes that are written together. */
const AT_ONCE = 1 << 20;

/** Texts in a file, by a key, in the order in which they came. */
class Spool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #ranges = new Map<string, { at: number; length: number; texts: number }[]>();
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
    const ranges = entry(this.#ranges, key, () => []);
    const last = ranges.at(-1);
    if (last !== undefined && last.at + last.length === this.#length) {
      last.length += bytes.length;
      last.texts += 1;
    } else ranges.push({ at: this.#length, length: bytes.length, texts: 1 });
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

  /** Copies the texts of a key to a file. @returns how many there are */
  async copy(key: string, to: TextFile): Promise<number> {
    if (this.#pendingLength > 0) await this.#flush();
    const ranges = this.#ranges.get(key) ?? [];
    for (const { at, length } of ranges) {
      const bytes = Buffer.alloc(length);
      await this.#file.read(bytes, 0, length, at);
      await to.write(bytes);
    }
    return ranges.reduce((sum, { texts }) => sum + texts, 0);
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
