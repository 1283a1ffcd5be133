import { formatCount } from '../../base/text.js';
import { Layout, type PageProps } from '../browse/layout.js';
import { formOf, type Loading } from '../query/engine.js';
import type { Question } from '../query/release-questions.js';
import type { UnknownTerm } from '../query/unknown-terms.js';
import type { Answer } from './answer.js';
import { rowsAtPoints } from './answer-points.js';
import { AnswerTable, MOST_ROWS } from './answer-table.js';
import { addressOfQuestion, type FilledQuestion, type Parameter, titleIn } from './question-forms.js';

/** What an address asks: a query, which can be that of a question of the release. */
export interface Asked {
  readonly query: string;
  readonly filled?: FilledQuestion;
}

interface AskPageProps extends PageProps {
  readonly questions: readonly Question[];
  readonly asked: Asked;
  readonly answer: Answer | undefined;
  readonly unknown: readonly UnknownTerm[];
}

/** The questions of the release with their forms, a query, and its answer as table, map and bars. */
export function AskPage({ context, questions, asked, answer, unknown }: AskPageProps) {
  const { words, language } = context;
  const { query, filled } = asked;
  const section = answer !== undefined && <AnswerSection context={context} asked={asked} answer={answer} />;
  return (
    <Layout
      context={context}
      title={filled === undefined ? words('ask') : `${titleIn(filled.question, language)} – ${words('ask')}`}
      scripts={['/assets/yasqe.js', '/assets/ask.js']}
      styles={['/assets/yasqe.css', '/assets/ask.css']}
    >
      <h1>{words('ask')}</h1>
      <p>{words('askHint')}</p>
      <p id="running" role="status" hidden>
        <progress aria-label={words('questionRuns')} /> {words('questionRuns')}{' '}
        <span aria-hidden="true"></span>
      </p>
      <details open={query === ''}>
        <summary>{words('questions')}</summary>
        <ol class="questions">
          {questions.map((question) => (
            <li>
              <a href={`/ask?example=${question.number}`}>{titleIn(question, language)}</a>
            </li>
          ))}
        </ol>
      </details>
      {filled !== undefined && <QuestionForm context={context} filled={filled} />}
      {filled !== undefined && section}
      <form action="/ask" method="get" class="ask">
        {filled !== undefined && <input type="hidden" name="example" value={filled.question.number} />}
        {filled?.parameters.map(({ name, value }) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label for="query">{words('queryLabel')}</label>
        <textarea id="query" name="query" rows={16} spellcheck={false}>
          {query}
        </textarea>
        <Warnings context={context} unknown={unknown} />
        <p>
          <button type="submit">{words('run')}</button>{' '}
          <span class="quiet script-only">{words('editorHint')}</span>
        </p>
      </form>
      {filled === undefined && section}
    </Layout>
  );
}

/** The parameters of a question, to choose from lists. */
function QuestionForm({
  context: { words, language },
  filled: { question, parameters },
}: PageProps & { readonly filled: FilledQuestion }) {
  const title = titleIn(question, language);
  const unknown = parameters.filter(({ isUnknown }) => isUnknown);
  return (
    <section class="question" aria-labelledby="question">
      <h2 id="question">{title}</h2>
      {parameters.length > 0 && (
        <form action="/ask" method="get" class="parameters">
          <input type="hidden" name="example" value={question.number} />
          {parameters.map((parameter) => (
            <p>
              <label for={`parameter-${parameter.name}`}>{words(parameter.name)}</label>
              <ParameterInput parameter={parameter} any={words('anyValue')} />
            </p>
          ))}
          <p class="submit">
            <button type="submit">{words('run')}</button>
          </p>
        </form>
      )}
      {unknown.length > 0 && (
        <p role="alert">
          {words('notInList')} {unknown.map(({ name }) => words(name)).join(', ')}
        </p>
      )}
    </section>
  );
}

function ParameterInput({
  parameter: { name, choices, canBeAny, value: chosen, label },
  any,
}: {
  readonly parameter: Parameter;
  readonly any: string;
}) {
  const id = `parameter-${name}`;
  if (choices === 'records')
    return (
      <>
        <input type="text" id={id} name={name} value={chosen} size={20} required />
        {label !== undefined && <span>{label}</span>}
      </>
    );
  if (choices === 'years')
    return (
      <input
        type="text"
        id={id}
        name={name}
        value={chosen}
        size={4}
        maxlength={4}
        inputmode="numeric"
        pattern="[0-9]{4}"
        placeholder={canBeAny ? any : undefined}
        required={!canBeAny}
      />
    );
  return (
    <select id={id} name={name}>
      {canBeAny && (
        <option value="" selected={chosen === ''}>
          {any}
        </option>
      )}
      {choices.map(({ value, label }) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Warnings({ context: { words }, unknown }: PageProps & { readonly unknown: readonly UnknownTerm[] }) {
  if (unknown.length === 0) return null;
  return (
    <div class="warnings" role="alert">
      <ul>
        {unknown.map(({ line, column, name, what, nearest }) => (
          <li>
            {words('line')} {line}, {words('columnOfLine')} {column}: <code>{name}</code>{' '}
            {words(what === 'prefix' ? 'notDeclared' : 'notInVocabulary')}{' '}
            {nearest !== undefined && (
              <>
                {words('nearestIs')} <code>{nearest}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How much of the release is loaded. The page asks again by itself (the header Refresh). */
function LoadingNote({
  context: { words },
  loading: { done, total },
  address,
}: PageProps & { readonly loading: Loading; readonly address: string }) {
  return (
    <>
      <p role="status">{words('releaseIsLoading')}</p>
      <p>
        <progress value={done} max={total} aria-label={words('releaseIsLoading')} /> {formatCount(done)} /{' '}
        {formatCount(total)}
      </p>
      <p>
        <a href={address}>{words('askAgain')}</a>
      </p>
    </>
  );
}

/** The shortest address of what was asked. */
const addressOfAsked = ({ query, filled }: Asked): string =>
  filled === undefined ? `/ask?${new URLSearchParams({ query })}` : addressOfQuestion(filled);

function AnswerSection({
  context,
  asked,
  answer,
}: PageProps & { readonly asked: Asked; readonly answer: Answer }) {
  const { words, site } = context;
  const address = addressOfAsked(asked);
  const formats = formOf(asked.query) === 'graph' ? ['ttl', 'nt'] : ['csv', 'tsv', 'json', 'xml'];
  const open = asked.filled?.parameters.filter(({ value }) => value === '') ?? [];
  const hasPoints = 'table' in answer && rowsAtPoints(site, answer.table).length > 0;
  return (
    <section class="answer" id="answer">
      <h2 id="answer-heading">{words('answer')}</h2>
      {'problem' in answer ? (
        <>
          <p role="alert">
            {words('cannotAnswer')} <code>{answer.problem}</code>
          </p>
          {answer.isLate === true && open.length > 0 && (
            <p>
              {words('narrowBy')} {open.map(({ name }) => words(name)).join(', ')}.
            </p>
          )}
        </>
      ) : 'loading' in answer ? (
        <LoadingNote context={context} loading={answer.loading} address={address} />
      ) : (
        <>
          <p class="downloads">
            {formats.map((format) => (
              <a href={`${address}&format=${format}`}>{format}</a>
            ))}
            {hasPoints && <a href={`${address}&format=geojson`}>geojson</a>}
            <a class="share" href={address}>
              {words('shareLink')}
            </a>
          </p>
          {'graph' in answer ? (
            <>
              {answer.isLimited && (
                <p role="status">
                  {words('firstSolutions')} {MOST_ROWS}
                </p>
              )}
              <pre tabindex={0}>{answer.graph}</pre>
            </>
          ) : (
            <AnswerTable
              context={context}
              table={answer.table}
              isQuestion={asked.filled !== undefined}
              isLimited={answer.isLimited}
            />
          )}
        </>
      )}
    </section>
  );
}
