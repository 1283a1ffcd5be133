import type { Database } from 'libsql';
import { rowsOf } from '../../../release/tables/sql-tables.js';

/** A list of people or places that stand beside a record: `resource` and `other`, by their numbers. */
const besides = (rows: string): string =>
  `INSERT OR IGNORE INTO scratch.around SELECT resource, other FROM (${rows})`;

/** The people of a work, and of a part. */
const PEOPLE_OF_WORKS = `SELECT work.id AS resource, person.id AS other FROM roles
  CROSS JOIN resource AS work ON work.path = coalesce(roles.item, roles.photograph, roles.part)
  CROSS JOIN resource AS person ON person.path = coalesce(roles.person, roles.schools_person)`;

/** Where the people live who told, collected or wrote down a work. */
const ADDRESSES_OF_PEOPLE = `SELECT work.id AS resource, place.id AS other FROM roles
  CROSS JOIN schools_people_addresses AS address ON address.iri = roles.schools_person
  CROSS JOIN resource AS work ON work.path = roles.item
  CROSS JOIN resource AS place ON place.path = address.addresses`;

/** The part that an item is in: a school, a chapter. */
const PARTS_OF_ITEMS = `SELECT item.id AS resource, part.id AS other FROM items
  CROSS JOIN resource AS item ON item.path = items.iri CROSS JOIN resource AS part ON part.path = items.part`;

/** Counties and topics, the broader ones included. */
const FACET_VALUES = `SELECT facet.resource AS resource, value.id AS other FROM scratch.facet AS facet
  CROSS JOIN facet_value ON facet_value.id = facet.value AND facet_value.facet IN ('county', 'topic')
  CROSS JOIN resource AS value ON value.path = facet_value.value
  WHERE value.id <> facet.resource`;

/** The places of works, and what these lie in. */
const PLACES_OF_WORKS = 'SELECT work AS resource, place AS other FROM scratch.work_place';
const PLACES_AROUND = `SELECT around.resource AS resource, link.target AS other FROM scratch.around AS around
  CROSS JOIN resource AS place ON place.id = around.other AND place.kind IN ('place', 'place-abroad')
  CROSS JOIN link ON link.source = place.id AND link.property = :contained`;

/** Years of a date that the search knows one by one. */
const MOST_YEARS = 10;

/**
 * Fills the full text: a row for each record that the search finds, by its number. A record has the words of its names and of its
 * texts; a work those of its transcripts, too; and around it the names of its people, places, counties, topics and school, and its
 * years, by which it is also found, with less weight.
 *
 * @param contained the number of the property from a place to what the place lies in
 */
export function writeSearchRows(database: Database, contained: number): void {
  for (const rows of [PEOPLE_OF_WORKS, ADDRESSES_OF_PEOPLE, PARTS_OF_ITEMS, FACET_VALUES, PLACES_OF_WORKS])
    database.prepare(besides(rows)).run();
  database.prepare(besides(PLACES_AROUND)).run({ contained });
  database.exec('CREATE INDEX scratch.words_resource ON words (resource)');
  const insert = database.prepare('INSERT INTO search (rowid, names, texts, around) VALUES (?, ?, ?, ?)');
  const around = new Neighbours(
    rowsOf<[number, string]>(
      database,
      `SELECT around.resource, group_concat(words.names, ' ') FROM scratch.around AS around
       CROSS JOIN scratch.words AS words ON words.resource = around.other GROUP BY around.resource`,
    ),
  );
  const years = new Neighbours(
    rowsOf<[number, string]>(
      database,
      "SELECT resource, concat_ws(' ', first, last) FROM scratch.years ORDER BY resource",
    ),
  );
  const write = (id: number, names: string, texts: string): void => {
    insert.run([id, names, texts, distinctWords(`${around.of(id)} ${yearsIn(years.of(id))}`)]);
  };
  let [last, names, texts] = [0, '', ''];
  for (const [id, ...words] of rowsOf<[number, string, string]>(
    database,
    'SELECT resource, names, texts FROM scratch.words ORDER BY resource, rowid',
  )) {
    if (id !== last && last !== 0) write(last, names, texts);
    [names, texts] = id === last ? [`${names} ${words[0]}`, `${texts} ${words[1]}`] : words;
    last = id;
  }
  if (last !== 0) write(last, names, texts);
}

/** A text for some numbers, read in their order. */
class Neighbours {
  readonly #rows: Iterator<readonly [number, string]>;
  #next: readonly [number, string] | undefined;

  constructor(rows: Iterable<readonly [number, string]>) {
    this.#rows = rows[Symbol.iterator]();
    this.#next = this.#rows.next().value;
  }

  /** The text of a number, higher than the one before. */
  of(id: number): string {
    while (this.#next !== undefined && this.#next[0] < id) this.#next = this.#rows.next().value;
    return this.#next?.[0] === id ? this.#next[1] : '';
  }
}

const distinctWords = (text: string): string => [...new Set(text.split(' '))].join(' ').trim();

/** The years from the first to the last one; of a long period these two only. */
function yearsIn(ends: string): string {
  if (ends === '') return '';
  const [first = 0, last = first] = ends.split(' ').map(Number);
  return last - first < MOST_YEARS
    ? Array.from({ length: last - first + 1 }, (_, at) => first + at).join(' ')
    : ends;
}
