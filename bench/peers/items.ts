import type { Node } from '../../src/model/rdf/node.js';

/** What an item of the schools collection is as a flat record: the JSON that we and others start from. */
export interface FlatItem {
  readonly id: number;
  readonly title: string;
  readonly language: string;
  readonly extract?: string;
  readonly partID: number;
  readonly listingOrder: string;
  readonly pages: readonly number[];
  readonly firstPageID: number;
  readonly lastPageID: number;
  readonly topics: readonly number[];
  readonly places: readonly number[];
  readonly collectors: readonly number[];
  readonly informants: readonly number[];
  readonly contributions: readonly FlatContribution[];
  readonly created: string;
  readonly modified?: string;
}

interface FlatContribution {
  readonly itemID: number;
  readonly key: string;
  readonly agentID: number;
  readonly role: string;
  readonly age?: number;
  readonly relationship?: string;
}

const BASE = 'https://data.example.org/folklore/';

/** How far ids are moved when the same items are taken again as others. */
const MOVED = 100_000_000;

/**
 * The flat record of an item that has been described; undefined for whatever lacks something that all of them are to
 * have, or has something odd.
 *
 * @param times how often its like has been taken already: its own id is another one each time
 */
export function flatItem(node: Node, times: number): FlatItem | undefined {
  const [language = '', ...others] = list(node.language);
  const title = (node.name as Texts | undefined)?.[language]?.[0];
  const [collector] = list(node.collector);
  const [informant] = list(node.informant);
  const [topic] = list(node.subject);
  if (title === undefined || collector === undefined || informant === undefined || topic === undefined)
    return undefined;
  if (others.length > 0 || typeof node.listingOrder !== 'string' || node.recordCreated === undefined)
    return undefined;
  if (node.firstPage === undefined || node.lastPage === undefined) return undefined;
  // A person has a contribution node where the record states an age or a relationship.
  const told = ((node.contribution ?? []) as readonly Node[]).map(({ agent }) => agent);
  if (!told.includes(collector) || !told.includes(informant)) return undefined;
  // Of an id that stands for several people each telling has a person of its own, whose name is no number.
  if (![...list(node.collector), ...list(node.informant)].every((person) => /\/\d+$/.test(person)))
    return undefined;
  const id = numberOf(node.id) + times * MOVED;
  const extract = (node.extract as Texts | undefined)?.[language]?.[0];
  return {
    id,
    title,
    language,
    ...(extract === undefined ? {} : { extract }),
    partID: numberOf(node.isPartOf as string),
    listingOrder: node.listingOrder,
    pages: list(node.onPage).map(numberOf),
    firstPageID: numberOf(node.firstPage as string),
    lastPageID: numberOf(node.lastPage as string),
    topics: list(node.subject).map(numberOf),
    places: list(node.place).map(numberOf),
    collectors: list(node.collector).map(numberOf),
    informants: list(node.informant).map(numberOf),
    contributions: (node.contribution as readonly Node[]).map((one) => flatContribution(id, one)),
    created: node.recordCreated as string,
    ...(node.recordModified === undefined ? {} : { modified: node.recordModified as string }),
  };
}

type Texts = Readonly<Record<string, readonly string[]>>;

function flatContribution(itemID: number, node: Node): FlatContribution {
  const [role = ''] = list(node.role);
  return {
    itemID,
    key: node.id.slice(node.id.indexOf('#') + 1),
    agentID: numberOf(node.agent as string),
    role,
    ...(node.age === undefined ? {} : { age: node.age as number }),
    ...(node.collectorRelationship === undefined
      ? {}
      : { relationship: node.collectorRelationship as string }),
  };
}

const list = (value: unknown): string[] => (value === undefined ? [] : ([value].flat() as string[]));
const numberOf = (iri: string): number => Number(/(\d+)(?:#|$)/.exec(iri)?.[1]);

/** What we say of a flat record: a mapper as those of the program are. */
export function describeFlat(item: FlatItem): Node {
  const self = `${BASE}cbes/item/${item.id}`;
  const [page, person, place] = ['cbes/page', 'cbes/person', 'place'].map(
    (what) => (id: number) => `${BASE}${what}/${id}`,
  ) as [Mint, Mint, Mint];
  const collector = item.collectors.map(person);
  const informant = item.informants.map(person);
  const text = { [item.language]: [item.title] };
  return {
    id: self,
    type: ['Item', 'schema:ArchiveComponent'],
    label: text,
    name: text,
    extract: item.extract === undefined ? undefined : { [item.language]: [item.extract] },
    isPartOf: `${BASE}cbes/part/${item.partID}`,
    listingOrder: item.listingOrder,
    onPage: item.pages.map(page),
    firstPage: page(item.firstPageID),
    lastPage: page(item.lastPageID),
    subject: item.topics.map((topic) => `${BASE}cbes/topic/${topic}`),
    language: [item.language],
    inLanguage: [item.language],
    place: item.places.map(place),
    spatial: item.places.map(place),
    collector,
    informant,
    contributor: [...collector, ...informant],
    contribution: item.contributions.map((one) => ({
      id: `${self}#${one.key}`,
      type: ['bf:Contribution'],
      agent: person(one.agentID),
      role: one.role,
      age: one.age,
      collectorRelationship: one.relationship,
    })),
    recordCreated: item.created,
    recordModified: item.modified,
  };
}

type Mint = (id: number) => string;

/** Columns of the same records as CSV: of every list the first entry, which has a contribution of its own. */
const CELLS: Readonly<Record<string, (item: FlatItem) => string | number | undefined>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  language: ({ language }) => language,
  extract: ({ extract }) => extract,
  partID: ({ partID }) => partID,
  listingOrder: ({ listingOrder }) => listingOrder,
  firstPageID: ({ firstPageID }) => firstPageID,
  lastPageID: ({ lastPageID }) => lastPageID,
  topic: ({ topics }) => topics[0],
  collector: ({ collectors }) => collectors[0],
  informant: ({ informants }) => informants[0],
  collectorAge: (item) => ageOf(item, 'collector', item.collectors[0]),
  informantAge: (item) => ageOf(item, 'informant', item.informants[0]),
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
};

const ageOf = ({ contributions }: FlatItem, role: string, agent: number | undefined): number | undefined =>
  contributions.find((one) => one.role === role && one.agentID === agent)?.age;

/** Flat records as CSV (RFC 4180). */
export const csvOf = (items: readonly FlatItem[]): string =>
  [
    Object.keys(CELLS).join(','),
    ...items.map((item) =>
      Object.values(CELLS)
        .map((cell) => `"${String(cell(item) ?? '').replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\r\n');

/** Flat records as JSON: one array for those who read it whole, one record a line for those who do not. */
export const jsonOf = (items: readonly FlatItem[]): string =>
  `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
