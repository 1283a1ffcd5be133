import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import { type Language, type Word, wordsIn } from '../browse/interface-words.js';
import { LanguageLink } from '../browse/layout.js';
import type { ProposalState } from './decisions.js';
import { plainIri } from './outside-thing.js';
import { keyOf, type Proposal } from './proposals.js';

/** What the page shows: proposals in a state, of a kind and a dataset, from a score on. */
export interface ReviewRequest {
  readonly state: ProposalState;
  readonly kind: string;
  readonly source: string;
  readonly least: number;
  readonly page: number;
}

export const STATES = [
  'undecided',
  'accepted',
  'rejected',
  'superseded',
] as const satisfies readonly ProposalState[];
/** Proposals of a page. */
export const PAGE_SIZE = 20;
/** The scores that the filter offers. */
const SCORES = [0, 60, 70, 80, 90];

/** The address of the page with other values. */
function reviewAddress(request: ReviewRequest, changes: Partial<ReviewRequest> = {}): string {
  const { state, kind, source, least, page } = { ...request, page: 1, ...changes };
  const query = new URLSearchParams();
  if (state !== 'undecided') query.set('state', state);
  if (kind !== '') query.set('kind', kind);
  if (source !== '') query.set('source', source);
  if (least > 0) query.set('least', String(least));
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/' : `/?${query}`;
}

interface PageProps {
  readonly language: Language;
  readonly address: string;
  readonly title: string;
  readonly children?: Child;
}

/** A whole page in the style of the pages of `browse`. */
export function ReviewLayout({ language, address, title, children }: PageProps) {
  const words = wordsIn(language);
  return html`<!doctype html>${(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href="/assets/browse.css" />
        <link rel="stylesheet" href="/assets/review.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          {words('skip')}
        </a>
        <header class="site">
          <a class="name" href="/">
            {words('reviewLinks')}
          </a>
          <LanguageLink language={language} address={address} />
        </header>
        <main id="main">{children}</main>
      </body>
    </html>
  )}`;
}

interface ReviewPageProps {
  readonly language: Language;
  readonly request: ReviewRequest;
  readonly shown: readonly { readonly proposal: Proposal; readonly state: ProposalState }[];
  readonly last: number;
  /** Proposals by state, of all kinds. */
  readonly counts: Readonly<Record<ProposalState, number>>;
  /** The kinds and datasets of all proposals. */
  readonly kinds: readonly string[];
  readonly sources: readonly string[];
}

/** The list of proposals. */
export function ReviewPage({ language, request, shown, last, counts, kinds, sources }: ReviewPageProps) {
  const words = wordsIn(language);
  const address = reviewAddress(request, { page: request.page });
  return (
    <ReviewLayout language={language} address={address} title={words('reviewLinks')}>
      <h1>{words('reviewLinks')}</h1>
      <p>{words('reviewNote')}</p>
      <nav class="states" aria-label={words('reviewLinks')}>
        {STATES.map((state) => (
          <a
            href={reviewAddress(request, { state })}
            aria-current={state === request.state ? 'page' : undefined}
          >
            {words(state)} ({formatCount(counts[state])})
          </a>
        ))}
      </nav>
      <form class="review-filter" method="get" action="/">
        {request.state !== 'undecided' && <input type="hidden" name="state" value={request.state} />}
        <Select
          name="kind"
          label={words('kindOfPlace')}
          all={words('allValues')}
          values={kinds}
          chosen={request.kind}
        />
        <Select
          name="source"
          label={words('linkedDataset')}
          all={words('allValues')}
          values={sources}
          chosen={request.source}
        />
        <div>
          <label for="least">{words('leastScore')}</label>
          <select name="least" id="least">
            {SCORES.map((score) => (
              <option value={String(score)} selected={score === request.least}>
                {score === 0 ? words('allValues') : score}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">{words('filter')}</button>
      </form>
      {shown.length === 0 && <p>{words('noProposals')}</p>}
      <ol class="proposals">
        {shown.map((one) => (
          <ProposalCard language={language} address={address} {...one} />
        ))}
      </ol>
      {last > 1 && (
        <nav class="pages" aria-label={words('pagesOfResults')}>
          {request.page > 1 && (
            <a rel="prev" href={reviewAddress(request, { page: request.page - 1 })}>
              {words('older')}
            </a>
          )}
          <span>
            {formatCount(request.page)} / {formatCount(last)}
          </span>
          {request.page < last && (
            <a rel="next" href={reviewAddress(request, { page: request.page + 1 })}>
              {words('newer')}
            </a>
          )}
        </nav>
      )}
    </ReviewLayout>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  readonly chosen: string;
}

function Select({ name, label, all, values, chosen }: SelectProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select name={name} id={name}>
        <option value="">{all}</option>
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {value}
          </option>
        ))}
      </select>
    </div>
  );
}

const MATCHES: Readonly<Record<string, Word>> = {
  same: 'matchSame',
  plain: 'matchPlain',
  form: 'matchForm',
  similar: 'matchSimilar',
};
const KINDS: Readonly<Record<string, Word>> = { same: 'kindSame', like: 'kindLike', unknown: 'kindUnknown' };

/** The word of a code of the file, which a person can have changed. */
const wordOf = (table: Readonly<Record<string, Word>>, code: string, otherwise: Word): Word =>
  Object.hasOwn(table, code) ? (table[code] ?? otherwise) : otherwise;

/** Both sides of a proposal, what speaks for it, and the form of its decision. */
function ProposalCard({
  language,
  address,
  proposal,
  state,
}: {
  readonly language: Language;
  readonly address: string;
  readonly proposal: Proposal;
  readonly state: ProposalState;
}) {
  const words = wordsIn(language);
  const { kind, id, iri, name_en, name_ga, names_there, source, score } = proposal;
  const title = [name_ga, name_en].filter((name) => name !== '').join(' / ') || `${kind} ${id}`;
  const decisions = [
    ['accept', 'accept', 'accepted'],
    ['reject', 'reject', 'rejected'],
    ['', 'undecide', 'undecided'],
  ] as const;
  return (
    <li class="proposal">
      <h2>
        {title} <span class="badge">{`${words('score')} ${score}`}</span>
      </h2>
      <div class="sides">
        <Side
          heading={words('thisReleaseHas')}
          iri={proposal.record}
          rows={[
            [words('namesThere'), title],
            [words('kindOfPlace'), proposal.is_a],
            [words('county'), proposal.county],
          ]}
        />
        <Side
          heading={source}
          iri={iri}
          rows={[
            [words('namesThere'), names_there],
            [words('kindOfPlace'), proposal.is_a_there],
            [words('distanceApart'), distanceOf(proposal.metres)],
          ]}
        />
      </div>
      <p class="evidence">
        {proposal.match !== 'none' && (
          <>
            {words('matchedNames')}: <q>{proposal.matched_name}</q> – <q>{proposal.matched_there}</q>,{' '}
          </>
        )}
        {words(wordOf(MATCHES, proposal.match, 'matchNone'))};{' '}
        {words(wordOf(KINDS, proposal.kind_match, 'kindOther'))}.
        {proposal.basis === 'identifier' && ` ${words('sharedIdentifier')}`}
        {proposal.decided_by !== '' && ` (${words(state)}: ${proposal.decided_by}, ${proposal.decided_on})`}
      </p>
      {state !== 'superseded' && (
        <form method="post" action="/decisions" class="decision">
          <input type="hidden" name="key" value={keyOf(proposal)} />
          <input type="hidden" name="to" value={address} />
          {decisions.map(([value, word, result]) =>
            result === state ? null : (
              <button
                type="submit"
                name="decision"
                value={value}
                aria-label={`${words(word)}: ${title} – ${iri}`}
              >
                {words(word)}
              </button>
            ),
          )}
        </form>
      )}
    </li>
  );
}

/** A thing with its address. */
function Side({
  heading,
  iri,
  rows,
}: {
  readonly heading: string;
  readonly iri: string;
  readonly rows: readonly (readonly [string, string])[];
}) {
  const href = plainIri(iri);
  return (
    <section>
      <h3>{heading}</h3>
      <dl>
        {rows.map(([name, value]) =>
          value === '' ? null : (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {href !== undefined && (
        <a href={href} rel="noreferrer">
          {href}
        </a>
      )}
    </section>
  );
}

/** Metres, from 10 km on kilometres. */
function distanceOf(metres: string): string {
  const number = Number(metres);
  if (metres === '' || !Number.isFinite(number)) return '';
  return number < 10_000
    ? `${formatCount(Math.round(number))} m`
    : `${formatCount(Math.round(number / 1000))} km`;
}
