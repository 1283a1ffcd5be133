/**
 * The tables of the build database. Paths are IRIs of records without the base. `request` and `pointer` tell in which answer a
 * record was sent. Rows lie in the order of records.
 */
export const TABLES = {
  /** Records of the release. */
  published: 'path TEXT PRIMARY KEY',
  rejected: 'path TEXT PRIMARY KEY',
  /** References from a record to records that its shard does not hold. Focus: of a node of the record, without the base. */
  reference:
    'target TEXT, focus TEXT, property TEXT, kind TEXT, id, service TEXT, request TEXT, pointer TEXT',
  /** Findings of a record that was compared with another one while it was mapped. */
  finding: 'rule TEXT, kind TEXT, id, service TEXT, request TEXT, pointer TEXT, term TEXT, value TEXT',
  part: 'collection TEXT, id INTEGER, volume INTEGER',
  page: 'collection TEXT, id INTEGER, volume INTEGER, position REAL',
  item: 'collection TEXT, id INTEGER, part INTEGER, first_page INTEGER, last_page INTEGER, request TEXT',
  item_page: 'collection TEXT, item INTEGER, page INTEGER',
  /** Direction: 1 to the next item, -1 to the previous one, 0 for any other link. */
  item_link: 'item INTEGER, other INTEGER, direction INTEGER, part INTEGER, page INTEGER',
  /** Focus: of the cluster of the place. A place that was merged into another has no cluster. */
  place: 'id INTEGER, merged_into INTEGER, focus INTEGER, request TEXT, pointer TEXT',
  place_within: 'place INTEGER, parent INTEGER',
  cluster_member: 'place INTEGER, member INTEGER',
  /** The biographies of people who were born in a place. */
  born_here: 'place INTEGER, biography INTEGER',
  person:
    'id INTEGER, biography INTEGER, birthplace INTEGER, has_authority_id INTEGER, request TEXT, pointer TEXT',
  topic: 'id TEXT, letter TEXT, heading TEXT, request TEXT, pointer TEXT',
} as const;

/** The columns by which queries look up rows, the one with most values first. */
export const INDEXES: Readonly<Partial<Record<keyof typeof TABLES, string>>> = {
  part: 'id, collection',
  page: 'id, collection',
  item: 'id, collection',
  item_page: 'item, collection, page',
  item_link: 'item',
  place: 'id',
  place_within: 'place',
  cluster_member: 'place',
  born_here: 'biography',
  topic: 'letter, id',
};

/** A cell of a row. */
export type Cell = string | number | null;

export type TableName = keyof typeof TABLES;

/** The names of the columns of each table. */
export const COLUMNS = Object.fromEntries(
  Object.entries(TABLES).map(([name, columns]) => [
    name,
    columns.split(', ').map((column) => column.split(' ')[0] ?? ''),
  ]),
) as unknown as Readonly<Record<TableName, readonly string[]>>;
