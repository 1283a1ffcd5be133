import type { Context } from 'hono';
import { z } from 'zod';
import { element, type Xml } from '../../base/xml.js';
import { mintIris } from '../../model/rdf/iris.js';
import { readRun } from '../../pipeline/shards/build-inputs.js';
import { titleOf } from '../../release/description/metadata/texts.js';
import type { AddedPage, OpenedRelease } from '../browse/added-pages.js';
import { type PageContext, type PageProps, siteName } from '../browse/layout.js';
import { atMost, replaced, SHARED, sendText } from '../browse/page.js';
import type { Site } from '../browse/site.js';
import { missingIn } from '../views/missing-works.js';
import { VIEWS } from '../views/view-names.js';
import { addedFormats, type MetadataFormat } from './metadata-format.js';
import { NAMESPACES, withSchema } from './namespaces.js';
import { DUBLIN_CORE } from './oai-dc.js';
import type { ListedRecord, Selection } from './record-list.js';
import { AT_ONCE, Repository } from './repository.js';

/* The Open Archives Initiative Protocol for Metadata Harvesting 2.0. Sections are those of its specification. */

/** Records of an incomplete list. */
const PAGE_SIZE = 100;
/** Requests that are answered at a time. One more is 503 with `Retry-After`, which is the flow control of section 3.1.2.2. */
const MOST_REQUESTS = 4;

/** An error or exception condition (section 3.6). */
class OaiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Arguments = Readonly<Record<string, string>>;
type Elements = readonly (Xml | undefined)[];
type Answer = (asked: Asked) => Elements | Promise<Elements>;

/** A request with its verb and its arguments, which are those that the verb has. */
interface Asked {
  readonly context: PageContext;
  readonly repository: Repository;
  readonly verb: string;
  readonly given: Arguments;
}

interface Verb {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Whether it has the exclusive argument resumptionToken. */
  readonly hasToken?: boolean;
  readonly answer: Answer;
}

const listVerb = (answer: Answer): Verb => ({
  required: ['metadataPrefix'],
  optional: ['from', 'until', 'set'],
  hasToken: true,
  answer,
});

/** The verbs (section 4). */
const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['Identify', { answer: identify }],
  ['ListMetadataFormats', { optional: ['identifier'], answer: listMetadataFormats }],
  ['ListSets', { hasToken: true, answer: listSets }],
  ['GetRecord', { required: ['identifier', 'metadataPrefix'], answer: getRecord }],
  ['ListIdentifiers', listVerb((asked) => listOf(asked, ({ header }) => header))],
  ['ListRecords', listVerb((asked) => listOf(asked, recordElement))],
]);

/** The syntax of arguments (section 3; the XML Schema). */
const SYNTAX: Readonly<Record<string, RegExp>> = {
  identifier: /^[a-z][a-z0-9+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i,
  metadataPrefix: /^[A-Za-z0-9\-_.!~*'()]+$/,
  set: /^[A-Za-z0-9\-_.!~*'()]+(?::[A-Za-z0-9\-_.!~*'()]+)*$/,
  from: /^\d{4}-\d\d-\d\d$/,
  until: /^\d{4}-\d\d-\d\d$/,
};

/** What a resumption token holds. Nothing of a list is kept by the server. */
const TOKEN = z.strictObject({
  /** Of the repository. */
  version: z.string(),
  verb: z.string(),
  prefix: z.string(),
  set: z.string().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  /** Where the part of the list begins. */
  position: z.int().min(0),
  /** Records before it. */
  before: z.int().min(0),
  /** Records of the whole list, where this is known. */
  size: z.int().min(1).optional(),
});
type Token = z.infer<typeof TOKEN>;

/** The repository, at one address. */
export function oaiPages(opened: Pick<OpenedRelease, 'features' | 'report'>): readonly AddedPage[] {
  const repositories = new WeakMap<Site, Promise<Repository>>();
  const open = async (site: Site): Promise<Repository> =>
    Repository.create(site, await addedFormats(site, opened));
  const repositoryOf = (site: Site): Promise<Repository> => {
    const known = repositories.get(site) ?? open(site);
    repositories.set(site, known);
    // What failed once may succeed later.
    known.catch(() => repositories.delete(site));
    return known;
  };
  const answerOneOf = atMost(MOST_REQUESTS, async (parameters: URLSearchParams, context: PageContext) =>
    answerTo(parameters, context, await repositoryOf(context.site)),
  );
  return [
    {
      path: '/oai',
      hasForms: true,
      isLive: true,
      isShared: SHARED,
      service: {
        ...{ title: 'OAI-PMH 2.0', conformsTo: 'http://www.openarchives.org/OAI/2.0/' },
        description: '/oai?verb=Identify',
        use: ({ words, origin }) => ({
          note: words('oaiUse'),
          line: `curl '${origin}/oai?verb=ListRecords&metadataPrefix=oai_dc'`,
        }),
      },
      wayToTake: (context) => <MissingWorks context={context} />,
      answer: async (c, context) => {
        const { method } = c.req;
        if (!['GET', 'HEAD', 'POST'].includes(method))
          return c.text('Use GET or POST.\n', 405, { Allow: 'GET, HEAD, POST' });
        if (!(await context.site.isUnchanged())) return replaced(c);
        const body = await answerOneOf(await parametersOf(c), context);
        if (body === undefined)
          return c.text('Too many requests are being answered. Try again later.\n', 503, {
            'Retry-After': '5',
          });
        return sendText(c, body, 'text/xml; charset=utf-8');
      },
    },
  ];
}

/** The works that EDM lacks, where the operator has asked for EDM. */
async function MissingWorks({ context: { site, words } }: PageProps) {
  const missing = await missingIn(site.release, Object((await readRun(site.release)).settings));
  if (missing === undefined) return null;
  const { datasets, unset } = missing;
  return (
    <li>
      <h3 lang="en">{VIEWS.edm}</h3>
      <p>
        {words('edmLacks').replace('{datasets}', datasets.join(', '))}{' '}
        {unset.length === 0 ? words('edmRights') : words('edmSet').replace('{settings}', unset.join(', '))}
      </p>
    </li>
  );
}

const parametersOf = async ({ req }: Context): Promise<URLSearchParams> =>
  req.method === 'POST' ? new URLSearchParams(await req.text()) : new URL(req.url).searchParams;

async function answerTo(
  parameters: URLSearchParams,
  context: PageContext,
  repository: Repository,
): Promise<string> {
  let named: Arguments = {};
  let content: Xml | undefined;
  try {
    const { verb, given, answer } = argumentsIn(parameters);
    named = { verb, ...given };
    content = element(verb, {}, await answer({ context, repository, verb, given }));
  } catch (thrown) {
    if (!(thrown instanceof OaiError)) throw thrown;
    // Of a request that is no lawful one, no argument is repeated (section 3.2).
    if (thrown.code === 'badVerb' || thrown.code === 'badArgument') named = {};
    content = element('error', { code: thrown.code }, thrown.message);
  }
  const root = element(
    'OAI-PMH',
    { xmlns: NAMESPACES.oai.namespace, ...withSchema(NAMESPACES.oai) },
    element('responseDate', {}, `${new Date().toISOString().slice(0, 19)}Z`),
    element('request', named, baseUrl(context)),
    content,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.text}\n`;
}

const baseUrl = ({ origin }: PageContext): string => `${origin}/oai`;

/** @throws OaiError badVerb, badArgument */
function argumentsIn(
  parameters: URLSearchParams,
): Verb & { readonly verb: string; readonly given: Arguments } {
  const [verb = '', ...others] = parameters.getAll('verb');
  const known = VERBS.get(verb);
  if (known === undefined || others.length > 0)
    throw new OaiError('badVerb', `Give one verb: ${[...VERBS.keys()].join(', ')}.`);
  const { required = [], optional = [], hasToken = false } = known;
  const names = [...parameters.keys()].filter((name) => name !== 'verb');
  const given = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? '']));
  if (Object.keys(given).length < names.length) throw badArgument('An argument is repeated.');
  if (hasToken && given.resumptionToken !== undefined) {
    if (names.length > 1) throw badArgument('resumptionToken is an exclusive argument.');
    return { ...known, verb, given };
  }
  const unknown = names.find((name) => ![...required, ...optional].includes(name));
  if (unknown !== undefined) throw badArgument(`${verb} has no argument ${unknown}.`);
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) throw badArgument(`${verb} needs the argument ${missing}.`);
  const wrong = names.find((name) => SYNTAX[name]?.test(given[name] ?? '') === false);
  if (wrong !== undefined) throw badArgument(`The value of ${wrong} has not the syntax of that argument.`);
  for (const name of ['from', 'until']) {
    const day = given[name];
    if (day !== undefined && !isDay(day)) throw badArgument(`The value of ${name} is no day.`);
  }
  if ((given.from ?? '') > (given.until ?? '9999-12-31')) throw badArgument('from is later than until.');
  return { ...known, verb, given };
}

const badArgument = (message: string): OaiError => new OaiError('badArgument', message);

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** Section 4.2, with the description of identifiers (guidelines for the oai-identifier format). */
function identify({ context, repository }: Asked): Elements {
  const { list } = repository;
  const { index, manifest } = context.site;
  const contact = index.documents(mintIris(manifest.base).agent('contact')).flatMap(({ quads }) => quads);
  const email = contact
    .find(({ object }) => object.value.startsWith('mailto:'))
    ?.object.value.slice('mailto:'.length);
  return [
    element('repositoryName', {}, siteName(context)),
    element('baseURL', {}, baseUrl(context)),
    element('protocolVersion', {}, '2.0'),
    // The address of the operator of a web server (RFC 2142, section 5), where the release names no other.
    element('adminEmail', {}, email ?? `webmaster@${repository.host}`),
    element('earliestDatestamp', {}, list.earliest),
    element('deletedRecord', {}, list.chain.isComplete ? 'persistent' : 'transient'),
    element('granularity', {}, 'YYYY-MM-DD'),
    identifierDescription(repository),
  ];
}

/** Undefined where the host of the data base is no domain name, which the format asks for. */
function identifierDescription(repository: Repository): Xml | undefined {
  const { host, list } = repository;
  const [first] = list.from({}, 0);
  if (first === undefined || !/^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/i.test(host)) return undefined;
  return element(
    'description',
    {},
    element(
      'oai-identifier',
      { xmlns: NAMESPACES.identifier.namespace, ...withSchema(NAMESPACES.identifier) },
      element('scheme', {}, 'oai'),
      element('repositoryIdentifier', {}, host),
      element('delimiter', {}, ':'),
      element('sampleIdentifier', {}, repository.identifierOf(first[0].path)),
    ),
  );
}

/** Section 4.4. */
async function listMetadataFormats({ context, repository, given }: Asked): Promise<Elements> {
  const { identifier } = given;
  const record = identifier === undefined ? undefined : existing(repository, identifier);
  const formats = (await repository.formats(context)).filter(
    (format) => record === undefined || repository.metadata(context, record, format) !== undefined,
  );
  if (formats.length === 0) throw new OaiError('noMetadataFormats', 'The record was deleted.');
  return formats.map(({ prefix, schema, namespace }) =>
    element('metadataFormat', {}, [
      element('metadataPrefix', {}, prefix),
      element('schema', {}, schema),
      element('metadataNamespace', {}, namespace),
    ]),
  );
}

/** Section 4.6: the datasets of the release, with their licences. */
function listSets({ context, repository, given }: Asked): Elements {
  const { sets } = repository.list;
  if (given.resumptionToken !== undefined) throw badToken('The list of sets is complete.');
  if (sets.length === 0) throw new OaiError('noSetHierarchy', 'The release has no dataset with records.');
  const { site } = context;
  return sets.map((set) => {
    const { en, ga } = titleOf(set);
    const { publication, licence } = site.manifest.datasets.find(({ name }) => name === set) ?? {};
    const credit = publication && site.publications.get(publication)?.credit;
    return element('set', {}, [
      element('setSpec', {}, set),
      element('setName', {}, en),
      element(
        'setDescription',
        {},
        element('oai_dc:dc', DUBLIN_CORE, [
          element('dc:title', { 'xml:lang': 'en' }, en),
          element('dc:title', { 'xml:lang': 'ga' }, ga),
          element('dc:rights', {}, credit),
          element('dc:rights', {}, licence),
        ]),
      ),
    ]);
  });
}

/** Section 4.1. */
async function getRecord({ context, repository, given }: Asked): Promise<Elements> {
  const { identifier = '', metadataPrefix = '' } = given;
  const format = formatNamed(await repository.formats(context), metadataPrefix);
  const record = written(context, repository, existing(repository, identifier, format), format);
  if (record === undefined)
    throw new OaiError('cannotDisseminateFormat', `The record does not exist in ${metadataPrefix}.`);
  return [recordElement(record)];
}

function existing(repository: Repository, identifier: string, format?: MetadataFormat): ListedRecord {
  const record = repository.find(identifier, format);
  if (record !== undefined) return record;
  throw new OaiError(
    'idDoesNotExist',
    `An identifier is ${repository.identifierOf('PATH')}, with the path of a record.`,
  );
}

function formatNamed(formats: readonly MetadataFormat[], prefix: string): MetadataFormat {
  const format = formats.find((one) => one.prefix === prefix);
  if (format !== undefined) return format;
  const known = formats.map((one) => one.prefix).join(', ');
  throw new OaiError('cannotDisseminateFormat', `The metadata formats are ${known}.`);
}

interface WrittenRecord {
  readonly header: Xml | undefined;
  readonly metadata: Xml | undefined;
}

const recordElement = ({ header, metadata }: WrittenRecord): Xml | undefined =>
  element('record', {}, header, metadata && element('metadata', {}, metadata));

/**
 * A record in a format: a deleted one has its header alone. A record that has changed, and does not have the format, may have
 * had the format before: it is deleted there.
 *
 * @param isHeader whether its metadata is not asked for
 * @returns undefined where the format has no such record
 */
function written(
  context: PageContext,
  repository: Repository,
  record: ListedRecord,
  format: MetadataFormat,
  isHeader = false,
): WrittenRecord | undefined {
  if (!record.isInFormat) return undefined;
  const isKnown = isHeader && format.kinds === undefined;
  const metadata = isKnown ? undefined : repository.metadata(context, record, format);
  const isDeleted = isKnown ? record.isDeleted : metadata === undefined;
  if (isDeleted && !record.isDeleted && !record.hasChanged) return undefined;
  const header = element('header', { status: isDeleted ? 'deleted' : undefined }, [
    element('identifier', {}, repository.identifierOf(record.path)),
    element('datestamp', {}, record.day),
    ...record.sets.map((set) => element('setSpec', {}, set)),
  ]);
  return { header, metadata };
}

/** Sections 4.3 and 4.5: a list, or a part of one, with the token for the next part (section 3.5). */
async function listOf(
  { context, repository, verb, given }: Asked,
  elementOf: (record: WrittenRecord) => Xml | undefined,
): Promise<Elements> {
  const { list, version } = repository;
  const isPart = given.resumptionToken !== undefined;
  const { metadataPrefix = '', set: named, from, until } = given;
  const asked: Token = isPart
    ? tokenIn(given.resumptionToken ?? '')
    : { version, verb, prefix: metadataPrefix, set: named, from, until, position: 0, before: 0 };
  if (asked.version !== version || asked.verb !== verb)
    throw badToken('It is of another verb or of another release: begin the list again.');
  const format = formatNamed(await repository.formats(context), asked.prefix);
  if (asked.set !== undefined && !list.sets.includes(asked.set))
    throw new OaiError('noRecordsMatch', 'The set does not exist.');
  const selection: Selection = { ...asked, format };
  // The records of a format of some kinds are not counted: it takes each of them to know whether the format has it.
  const size = asked.size ?? (format.kinds === undefined ? list.count(selection) : undefined);
  const elements: (Xml | undefined)[] = [];
  let [position, lookedAt] = [asked.position, 0];
  let token = '';
  for (const [record, next] of list.from(selection, asked.position)) {
    lookedAt += 1;
    if (lookedAt % AT_ONCE === 0) await new Promise(setImmediate);
    const one = written(context, repository, record, format, verb === 'ListIdentifiers');
    if (one === undefined) continue;
    if (elements.length === PAGE_SIZE) {
      token = tokenText({ ...asked, position, before: asked.before + PAGE_SIZE, size });
      break;
    }
    elements.push(elementOf(one));
    position = next;
  }
  if (elements.length === 0)
    throw isPart
      ? badToken('It does not lead to a part of a list.')
      : new OaiError('noRecordsMatch', 'No record is in this selection.');
  if (token === '' && !isPart) return elements;
  const counts = {
    completeListSize: size === undefined ? undefined : String(size),
    cursor: String(asked.before),
  };
  return [...elements, element('resumptionToken', counts, token)];
}

const tokenText = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

/** @throws OaiError badResumptionToken */
function tokenIn(text: string): Token {
  try {
    return TOKEN.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw badToken('It is none of this repository.');
  }
}

const badToken = (message: string): OaiError => new OaiError('badResumptionToken', message);
