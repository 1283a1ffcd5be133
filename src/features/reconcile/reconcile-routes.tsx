import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { isObject } from '../../base/json.js';
import { NAMED_KINDS, type NamedKind } from '../browse/index/name-keys.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import { plainText } from '../browse/index/search-words.js';
import { facetName, kindName, type Language } from '../browse/interface-words.js';
import { labelOf, type PageContext, type PageProps, siteName } from '../browse/layout.js';
import { atMost, type Page, SHARED } from '../browse/page.js';
import { placesAround } from '../browse/record/record-queries.js';
import { type Card, cardsOf } from '../browse/search/cards.js';
import { ResultCard } from '../browse/search/result-card.js';
import { namesBeginning } from './named-records.js';
import {
  COUNTY,
  columnsOf,
  isNamedKind,
  listOf,
  NAME,
  namedRows,
  Reconciler,
  type ReconciliationQuery,
} from './reconciler.js';

/*
 * The Reconciliation Service API 0.2 of the W3C Entity Reconciliation Community Group, for people, places and topics. The types
 * are kinds of records, the ids of entities are their paths, the properties are the columns of the tables.
 */

/** Queries of a batch, at most, properties of a query and values of a property. */
const MOST_QUERIES = 50;
const MOST_PROPERTIES = 20;
const MOST_VALUES = 20;
/** Batches that are answered at a time. */
const MOST_BATCHES = 4;
/** Entities and columns of an extension. */
const MOST_ENTITIES = 200;
const MOST_COLUMNS = 50;
/** Characters of a name or value; the longest name of a record has fewer. */
const MOST_CHARACTERS = 120;
const DEFAULT_LIMIT = 5;
const MOST_CANDIDATES = 50;
/** Suggestions of a list. */
const MOST_SUGGESTED = 20;
const PREVIEW_SIZE = { width: 420, height: 160 } as const;

const short = (one: string): string => one.slice(0, MOST_CHARACTERS);

/*
 * What clients send is read by hand: a schema takes seconds for a body of many odd values, and gives up a whole list for one.
 */

/** The members of a list, or the one thing that stands for a list. Clients send an empty cell as null. */
const membersOf = (given: unknown): readonly unknown[] =>
  Array.isArray(given) ? given : given === null || given === undefined ? [] : [given];

/** A value of a property, or a type: a text, or an entity with its id; undefined for what is neither. */
function textOf(given: unknown): string | undefined {
  const text = isObject(given) ? given.id : given;
  return typeof text === 'string' ? short(text) : undefined;
}

const valueTextOf = (given: unknown): string | undefined =>
  typeof given === 'number' || typeof given === 'boolean' ? String(given) : textOf(given);

/** Whether a query has more than can be answered. It is counted before anything is read. */
const isTooLarge = (given: unknown): boolean => {
  const properties = isObject(given) ? membersOf(given.properties) : [];
  return (
    properties.length > MOST_PROPERTIES ||
    properties.some((one) => isObject(one) && membersOf(one.v).length > MOST_VALUES)
  );
};

/** A query (section 4.3) without the parts that cannot be read; undefined where it has no name. */
function queryOf(given: unknown): ReconciliationQuery | undefined {
  if (!isObject(given)) return undefined;
  const { query = '', type, limit, properties } = given;
  if (typeof query !== 'string' && typeof query !== 'number') return undefined;
  const types = membersOf(type).flatMap((one) => textOf(one) || []);
  return {
    query: short(String(query)).trim(),
    kinds: kindsOf(types),
    limit: typeof limit === 'number' && limit >= 1 ? Math.min(MOST_CANDIDATES, limit) : DEFAULT_LIMIT,
    properties: membersOf(properties).flatMap((one) =>
      isObject(one) && typeof one.pid === 'string'
        ? [{ pid: one.pid, values: membersOf(one.v).flatMap((value) => valueTextOf(value) ?? []) }]
        : [],
    ),
  };
}

type Batch = readonly (readonly [key: string, query: ReconciliationQuery | undefined])[];

/** The queries of a batch by their keys; undefined for what is no batch, or a larger one than is answered. */
function batchOf(given: unknown): Batch | undefined {
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given);
  if (entries.length > MOST_QUERIES || entries.some(([, one]) => isTooLarge(one))) return undefined;
  return entries.map(([key, one]) => [key, queryOf(one)]);
}

interface Extension {
  readonly ids: readonly string[];
  readonly properties: readonly string[];
}

/** An extension (section 7) without the ids and properties that cannot be read; undefined for what is none, or a larger one. */
function extensionOf(given: unknown): Extension | undefined {
  if (!isObject(given)) return undefined;
  const { ids, properties } = given;
  if (!Array.isArray(ids) || !Array.isArray(properties)) return undefined;
  if (ids.length > MOST_ENTITIES || properties.length > MOST_COLUMNS) return undefined;
  return {
    ids: ids.filter((id) => typeof id === 'string'),
    properties: properties.flatMap((one) => (isObject(one) && typeof one.id === 'string' ? one.id : [])),
  };
}
/** The service, its suggestions, and the previews of its entities. */
export function reconcilePages(): readonly Page[] {
  const answerBatch = atMost(MOST_BATCHES, answersTo);
  const answerForm = async (c: Context, context: PageContext): Promise<Response> => {
    const form: Record<string, unknown> | undefined =
      c.req.method === 'POST' ? await c.req.parseBody().catch(() => undefined) : c.req.query();
    if (form === undefined) return badRequest(c, 'queries');
    if (typeof form.queries === 'string') {
      const asked = batchOf(parsed(form.queries));
      if (asked === undefined) return badRequest(c, 'queries');
      const answers = await answerBatch(context, asked, () => isGone(c));
      if (answers !== undefined) return c.json(answers);
      const message = 'Too many batches are being answered. Try again later.';
      return c.json({ status: 'error', message }, 503, { 'Retry-After': '5' });
    }
    if (typeof form.extend === 'string') {
      const asked = extensionOf(parsed(form.extend));
      return asked === undefined ? badRequest(c, 'extend') : c.json(extended(context, asked));
    }
    return c.json(manifestOf(context));
  };
  const pages: readonly Page[] = [
    {
      // Clients add a slash, or do not.
      path: ['/reconcile', '/reconcile/'],
      service: {
        title: 'Reconciliation Service API 0.2',
        conformsTo: 'https://reconciliation-api.github.io/specs/0.2/',
        use: ({ words }) => ({ note: words('reconcileUse') }),
      },
      hasForms: true,
      answer: (c, context) => {
        const { method } = c.req;
        if (['GET', 'HEAD', 'POST'].includes(method)) return answerForm(c, context);
        return method === 'OPTIONS'
          ? c.body(null, 204, {
              'Access-Control-Allow-Methods': 'GET, POST',
              'Access-Control-Allow-Headers': 'accept, content-type',
            })
          : c.text('Use GET or POST.\n', 405, { Allow: 'GET, HEAD, POST, OPTIONS' });
      },
    },
    {
      path: '/reconcile/suggest/entity',
      answer: (c, context) => {
        const prefix = (c.req.query('prefix') ?? '').slice(0, MOST_CHARACTERS);
        const kinds = kindsOf(c.req.queries('type'));
        const found = namesBeginning(context.site, prefix, kinds, MOST_SUGGESTED, offsetOf(c));
        return c.json({ result: described(context, found) });
      },
    },
    {
      path: '/reconcile/suggest/type',
      answer: (c, context) => {
        const types = NAMED_KINDS.map((kind) => typeOf(context, kind));
        return c.json({ result: startingWith(types, c.req.query('prefix')) });
      },
    },
    {
      path: '/reconcile/suggest/property',
      answer: (c, context) => {
        const all = new Map(
          NAMED_KINDS.flatMap((kind) => propertiesOf(context, kind).map((one) => [one.id, one] as const)),
        );
        return c.json({
          result: startingWith([...all.values()], c.req.query('prefix')).slice(0, MOST_SUGGESTED),
        });
      },
    },
    {
      path: '/reconcile/properties',
      answer: (c, context) => {
        const type = c.req.query('type') ?? '';
        const limit = Number(c.req.query('limit')) || Number.POSITIVE_INFINITY;
        const properties = isNamedKind(type) ? propertiesOf(context, type).slice(0, limit) : [];
        return c.json({ type, properties });
      },
    },
    {
      path: '/reconcile/preview',
      answer: (c, context) => {
        const record = context.site.index.summary(c.req.query('id') ?? '');
        const [card] = record === undefined ? [] : cardsOf(context.site, [record]);
        if (card === undefined) return c.notFound();
        // It is shown in a frame of another site.
        c.header('content-security-policy', PREVIEW_POLICY);
        return c.html(<Preview context={context} card={card} />);
      },
    },
    { path: '/reconcile/*', answer: (c) => c.notFound() },
  ];
  return pages.map((page) => ({ ...page, isShared: SHARED }));
}

/** What a client shows of an entity. */
function Preview({ context, card }: PageProps & { readonly card: Card }) {
  const { kind, around } = surroundings(context, card);
  return (
    <html lang={context.language}>
      <head>
        <meta charset="utf-8" />
        <title>{labelOf(card, context.language)}</title>
        <base target="_blank" />
        <link rel="stylesheet" href="/assets/browse.css" />
      </head>
      <body class="preview">
        <ol class="results">
          <ResultCard context={context} card={card} />
        </ol>
        {around.length > 0 && (
          <p class="card-facts">
            {[kind, ...around.map((place) => labelOf(place, context.language))].join(' › ')}
          </p>
        )}
      </body>
    </html>
  );
}

const PREVIEW_POLICY = "default-src 'none'; style-src 'self'; base-uri 'self'; form-action 'none'";

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const badRequest = (c: Context, parameter: 'queries' | 'extend'): Response =>
  c.json(
    {
      status: 'error',
      message: `The parameter "${parameter}" is not as the Reconciliation Service API 0.2 specifies it, or has more than ${MOST_QUERIES} queries, ${MOST_PROPERTIES} properties or ${MOST_VALUES} values of a property, or ${MOST_ENTITIES} ids or ${MOST_COLUMNS} properties of an extension.`,
    },
    400,
  );

/** Where a list of suggestions begins. */
function offsetOf(c: Context): number {
  const cursor = Math.floor(Number(c.req.query('cursor')));
  return Number.isSafeInteger(cursor) ? Math.max(0, cursor) : 0;
}

/** The kinds of types that are named; all of them where none is. */
function kindsOf(types: readonly string[] | undefined): readonly NamedKind[] {
  if (types === undefined || types.length === 0) return NAMED_KINDS;
  const asked = new Set(types);
  return NAMED_KINDS.filter((kind) => asked.has(kind));
}

const typeOf = ({ language }: PageContext, kind: NamedKind) => ({
  id: kind,
  name: kindName(kind, 'one', language),
});

/** The property with all names has the title of the column of people. */
const titleOfNames = (language: Language): string =>
  columnsOf('person').find(({ name }) => name === NAME)?.[language] ?? NAME;

/** All names, the county, and the columns of the tables of a kind. */
function propertiesOf({ language }: PageContext, kind: NamedKind) {
  return [
    { id: NAME, name: titleOfNames(language) },
    { id: COUNTY, name: facetName(COUNTY, language) },
    ...columnsOf(kind)
      .filter(({ name }) => name !== 'iri' && name !== NAME)
      .map((column) => ({ id: column.name, name: column[language] })),
  ];
}

const startingWith = <T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
  prefix = '',
): readonly T[] =>
  all.filter(({ id, name }) => [id, name].some((one) => plainText(one).startsWith(plainText(prefix))));

/** Section 3.1. */
function manifestOf(context: PageContext) {
  const { site, origin } = context;
  const { base, vocabularyBase, label } = site.manifest;
  const suggest = (what: string) => ({ service_url: origin, service_path: `/reconcile/suggest/${what}` });
  return {
    versions: ['0.2'],
    name: siteName(context),
    identifierSpace: base,
    schemaSpace: vocabularyBase,
    documentation: `${origin}/use`,
    serviceVersion: label,
    defaultTypes: NAMED_KINDS.map((kind) => typeOf(context, kind)),
    view: { url: `${origin}/id?iri=${encodeURIComponent(base)}{{id}}` },
    preview: { url: `${origin}/reconcile/preview?id={{id}}`, ...PREVIEW_SIZE },
    suggest: { entity: suggest('entity'), type: suggest('type'), property: suggest('property') },
    extend: {
      propose_properties: { service_url: origin, service_path: '/reconcile/properties' },
      property_settings: [],
    },
  };
}

/** Whether the client has closed the connection, or the server has. */
const isGone = ({ env }: Context): boolean =>
  (env as Partial<HttpBindings> | undefined)?.outgoing?.destroyed === true;

/** The answers to a batch. It ends early when the client has closed the connection. */
async function answersTo(context: PageContext, asked: Batch, isOver: () => boolean) {
  const reconciler = new Reconciler(context.site);
  const answers: [key: string, answer: object][] = [];
  for (const [key, one] of asked) {
    if (isOver()) break;
    answers.push([key, await answerTo(one)]);
  }
  return Object.fromEntries(answers);

  async function answerTo(one: ReconciliationQuery | undefined): Promise<object> {
    const candidates = one === undefined || one.query === '' ? [] : await reconciler.candidates(one);
    const entities = described(
      context,
      candidates.map(({ record }) => record),
    );
    const result = candidates.map(({ record, score, match, features }, at) => {
      const { notable, ...entity } = entities[at] ?? { id: record.path, name: record.path, notable: [] };
      return { ...entity, type: notable, score, match, features };
    });
    return { result };
  }
}

/** Entities with their types and, so that namesakes are told apart, their kinds, places and dates. */
function described(context: PageContext, records: readonly ResourceSummary[]) {
  const { site, language } = context;
  return cardsOf(site, records).map((card) => {
    const { kind, around } = surroundings(context, card);
    const county = around.findIndex(({ path }) => card.counties.some((one) => one.path === path));
    const names = [
      ...around.slice(0, county < 0 ? MOST_PLACES : county),
      ...card.places.slice(0, MOST_PLACES),
      ...card.counties,
    ].map((place) => labelOf(place, language));
    const facts = [kind, ...names, ...[card.date, card.died].flatMap((date) => date?.edtf ?? [])];
    return {
      id: card.path,
      name: labelOf(card, language),
      description: [...new Set(facts)].join(', '),
      notable: isNamedKind(card.kind ?? '') ? [typeOf(context, card.kind as NamedKind)] : [],
    };
  });
}

/** Places of a description, beside counties. */
const MOST_PLACES = 3;

/** The kind of a record, of a place its categories; and what a place lies in, from the smallest unit up. */
function surroundings({ site, language }: PageContext, { path, kind }: ResourceSummary) {
  const around = kind?.startsWith('place') ? placesAround(site, path) : [];
  const own = kind === 'place' ? site.tables.namedRows('place', [path]).get(path) : undefined;
  const categories = listOf(own?.[0]?.categories).flatMap((one) => site.index.summary(one) ?? []);
  const names = categories.map((category) => labelOf(category, language));
  return { kind: names.join(', ') || kindName(kind ?? '', 'one', language), around };
}

/** Section 7: the cells of entities. Records of the release are entities, numbers are numbers, all else is text. */
function extended({ site, language }: PageContext, { ids, properties }: Extension) {
  const { index, search, tables } = site;
  const entity = (path: string) => {
    const label = index.summary(path);
    return label === undefined ? { str: path } : { id: path, name: labelOf(label, language) };
  };
  const titles = new Map<string, string>([
    [COUNTY, facetName(COUNTY, language)],
    [NAME, titleOfNames(language)],
  ]);
  const rows = ids.map((id) => {
    const kind = index.summary(id)?.kind ?? '';
    const columns = isNamedKind(kind) ? columnsOf(kind) : [];
    const row = isNamedKind(kind) ? namedRows(tables, kind, [id]).get(id) : undefined;
    const cells = properties.map((property) => {
      if (property === COUNTY) return [property, search.countiesOf(id).map(entity)];
      if (property === NAME) return [property, (row?.names ?? []).map((str) => ({ str }))];
      const column = columns.find(({ name }) => name === property);
      if (column === undefined) return [property, []];
      titles.set(property, column[language]);
      const { holds } = column;
      return [
        property,
        listOf(row?.cells[property]).map((cell) => {
          if (holds === 'integer') return { int: Number(cell) };
          if (holds === 'decimal') return { float: Number(cell) };
          if (holds === 'boolean') return { str: cell === '1' ? 'true' : 'false' };
          return holds === 'iri' || holds === 'iris' ? entity(cell) : { str: cell };
        }),
      ];
    });
    return [id, Object.fromEntries(cells)];
  });
  return {
    meta: properties.map((id) => ({ id, name: titles.get(id) ?? id })),
    rows: Object.fromEntries(rows),
  };
}
