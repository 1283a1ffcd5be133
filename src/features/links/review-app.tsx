import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import { messageOf } from '../../base/errors.js';
import { limitBody } from '../browse/body-limit.js';
import { wordsIn } from '../browse/interface-words.js';
import { inLanguageOfAddress, languageOf, ownPath, pathWithoutLanguage } from '../browse/page-language.js';
import { type Decider, decide, type ProposalState, stateOf } from './decisions.js';
import { KnownLinkState, type LinkFiles, type LinkState } from './links-folder.js';
import { isDecision, keyOf, type Proposal } from './proposals.js';
import { PAGE_SIZE, ReviewLayout, ReviewPage, type ReviewRequest, STATES } from './review-page.js';

interface ReviewOptions {
  readonly files: LinkFiles;
  /** Who decides, at the time of a decision. */
  readonly decider: () => Decider;
  readonly onError: (error: unknown) => void;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Without a referrer browsers send `Origin: null` with forms (Fetch, section 3.2), and the check below would refuse them.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Bytes of a form. */
const MOST_BODY = 1 << 16;

/** Names of this machine. A page of another site that has its name lead here is refused. */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

const ASSETS: Readonly<Record<string, string>> = {
  'browse.css': 'text/css; charset=utf-8',
  'review.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};
const assetFile = (name: string): string =>
  fileURLToPath(new URL(`../../../src/features/browse/assets/${name}`, import.meta.url));

/** The page on which a person accepts and rejects proposed links, as a function from request to response. */
export function createReviewApp({ files, decider, onError }: ReviewOptions): Hono {
  const known = new KnownLinkState(files);
  const app = new Hono({ getPath: pathWithoutLanguage });
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (!LOCAL_HOST.test(host)) return c.text('This page is for the machine that serves it.\n', 403);
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (c.req.method !== 'POST') return c.text('Use GET or POST.\n', 405, { Allow: 'GET, HEAD, POST' });
    // Browsers send the origin of the page with each form.
    if (c.req.header('origin') !== `http://${host}`)
      return c.text('The form of another site is refused.\n', 403);
    return next();
  });
  app.use(inLanguageOfAddress((address) => address.startsWith('/assets/')));
  app.use(limitBody(MOST_BODY, (c) => c.text('The form is too long.\n', 413)));
  app.onError((error, c) => {
    onError(error);
    return c.text(`${messageOf(error)}\n`, 500);
  });

  app.get('/', async (c) => {
    const state = await known.read();
    const { proposals } = state;
    const request = requestOf(c);
    const all = statesOf(state);
    const counts: Record<ProposalState, number> = { undecided: 0, accepted: 0, rejected: 0, superseded: 0 };
    for (const one of all) counts[one.state] += 1;
    const found = bestRecordsFirst(all.filter((one) => isSought(one.proposal, one.state, request)));
    const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    // The last proposal of the last page may be decided by now.
    const page = Math.min(request.page, last);
    return c.html(
      <ReviewPage
        language={languageOf(c)}
        request={{ ...request, page }}
        shown={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        last={last}
        counts={counts}
        kinds={valuesOf(proposals, 'is_a')}
        sources={valuesOf(proposals, 'source')}
      />,
    );
  });
  // Decisions are written one after another.
  let writing: Promise<unknown> = Promise.resolve();
  app.post('/decisions', async (c) => {
    const form = await c.req.parseBody().catch(() => undefined);
    if (form === undefined)
      return c.text('The form cannot be read. Send it as application/x-www-form-urlencoded.\n', 400);
    const [key, given] = [String(form.key ?? ''), String(form.decision ?? '')];
    const to = ownPath(String(form.to ?? ''));
    if (given !== '' && !isDecision(given)) return c.text('Accept, reject, or leave undecided.\n', 400);
    const write = writing.then(async () => {
      const state = await known.read();
      if (!state.proposals.some((proposal) => keyOf(proposal) === key)) return undefined;
      return decide(files, state, new Map([[key, given === '' ? undefined : given]]), decider());
    });
    writing = write.catch(() => {});
    const result = await write;
    if (result === undefined) return c.text('There is no such proposal any more.\n', 404);
    if (!('why' in result)) return c.redirect(to, 303);
    const language = languageOf(c);
    const words = wordsIn(language);
    return c.html(
      <ReviewLayout language={language} address={to} title={words('cannotAccept')}>
        <h1>{words('cannotAccept')}</h1>
        <p lang="en">{result.why}.</p>
        <p>
          <a href={to}>{words('backToProposals')}</a>
        </p>
      </ReviewLayout>,
      409,
    );
  });
  app.get('/assets/:name', async (c) => {
    const name = c.req.param('name');
    const mediaType = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (mediaType === undefined) return c.notFound();
    return c.body(await readFile(assetFile(name)), 200, { 'Content-Type': mediaType });
  });
  return app;
}

interface StatedProposal {
  readonly proposal: Proposal;
  readonly state: ProposalState;
}

/** The proposals of a version of the files with what has become of them. */
const STATED = new WeakMap<LinkState, readonly StatedProposal[]>();

function statesOf(state: LinkState): readonly StatedProposal[] {
  const { table, proposals } = state;
  const stated =
    STATED.get(state) ?? proposals.map((proposal) => ({ proposal, state: stateOf(proposal, table.links) }));
  STATED.set(state, stated);
  return stated;
}

/** What an address asks for. */
function requestOf(c: Context): ReviewRequest {
  const whole = (name: string): number => {
    const text = c.req.query(name) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : 0;
  };
  return {
    state: STATES.find((state) => state === c.req.query('state')) ?? 'undecided',
    kind: c.req.query('kind') ?? '',
    source: c.req.query('source') ?? '',
    least: whole('least'),
    page: Math.max(1, whole('page')),
  };
}

const isSought = (proposal: Proposal, state: ProposalState, request: ReviewRequest): boolean =>
  state === request.state &&
  (request.kind === '' || proposal.is_a === request.kind) &&
  (request.source === '' || proposal.source === request.source) &&
  Number(proposal.score) >= request.least;

/** Records by their best proposal; those of a record stay together, the best first. */
function bestRecordsFirst<T extends { readonly proposal: Proposal }>(all: readonly T[]): T[] {
  const best = new Map<string, number>();
  const recordOf = ({ proposal }: T): string => `${proposal.kind} ${proposal.id}`;
  for (const one of all)
    best.set(recordOf(one), Math.max(best.get(recordOf(one)) ?? 0, Number(one.proposal.score)));
  const bestOf = (one: T): number => best.get(recordOf(one)) ?? 0;
  // The file is in the order of records and scores, and the sort is stable.
  return all.toSorted((a, b) => bestOf(b) - bestOf(a));
}

const valuesOf = (proposals: readonly Proposal[], column: 'is_a' | 'source'): string[] =>
  [...new Set(proposals.map((proposal) => proposal[column]))].filter((value) => value !== '').toSorted();
