import { withoutMark } from '../../../base/text.js';
import { type QueryEngine, RESULT_TYPES } from '../../query/engine.js';
import {
  prefixedName,
  type ReleaseVocabulary,
  readReleaseVocabulary,
} from '../../query/release-vocabulary.js';
import { answerSparql, MOST_QUERY } from '../../query/sparql-protocol.js';
import { unknownTerms } from '../../query/unknown-terms.js';
import type { PageContext } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { negotiate, SUFFIXES } from '../record/representations.js';
import { type Answer, answerOf, loadingOf } from './answer.js';
import { geoJsonOf, rowsAtPoints } from './answer-points.js';
import { MOST_ROWS } from './answer-table.js';
import { type Asked, AskPage } from './ask-page.js';
import { addressOfQuestion, fillQuestion } from './question-forms.js';
import { questionsOf } from './questions.js';

/** Seconds after which a page asks again whether the release is loaded. */
const ASK_AGAIN = '3';

/** A text area sends line feeds as two characters. */
const asSent = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** The SPARQL endpoint, the page of questions, and what its editor needs. */
export function askPages(openEngine: () => Promise<QueryEngine>): readonly Page[] {
  let vocabulary: Promise<ReleaseVocabulary> | undefined;
  const vocabularyOf = ({ site }: PageContext): Promise<ReleaseVocabulary> => {
    vocabulary ??= readReleaseVocabulary(site.release, site.manifest);
    return vocabulary;
  };

  const sparql: Page['answer'] = (c, context) => {
    const accept = c.req.header('accept') ?? '';
    const isRead = ['GET', 'HEAD'].includes(c.req.method) && c.req.query('query') === undefined;
    // A person has followed the address of the endpoint. Programs are told what is missing.
    if (isRead && accept.includes(SUFFIXES.html) && negotiate(accept) === 'html') {
      c.header('Vary', 'Accept');
      return c.redirect('/ask', 303);
    }
    return answerSparql(c.req.raw, openEngine, () => vocabularyOf(context));
  };

  /** The prefixes and terms that the editor completes. */
  const terms: Page['answer'] = async (c, context) => {
    const { labels, prefixes, borrowed } = await vocabularyOf(context);
    const names = [...labels.keys(), ...borrowed].map((iri) => prefixedName(iri, prefixes));
    return c.json({
      prefixes: Object.fromEntries(prefixes),
      terms: names.filter((term) => !term.startsWith('<')).toSorted(),
    });
  };

  const ask: Page['answer'] = async (c, context) => {
    const questions = await questionsOf(context.site);
    const question = questions.find(({ number }) => number === c.req.query('example'));
    const filled =
      question === undefined
        ? undefined
        : fillQuestion(context.site, question, (name) => c.req.query(name), context.language);
    const given = c.req.query('query');
    const written = given === undefined ? undefined : withoutMark(given).slice(0, MOST_QUERY);
    // An unchanged query has a short address.
    if (filled !== undefined && written !== undefined && asSent(written) === asSent(filled.query))
      return c.redirect(addressOfQuestion(filled), 303);
    const asked: Asked =
      written === undefined && filled !== undefined
        ? { query: filled.query, filled }
        : { query: written ?? '' };
    const isUnclear = asked.filled?.parameters.some(({ isUnknown }) => isUnknown) === true;
    const format = c.req.query('format');
    // A short address for the formats of the protocol, too.
    if (format !== undefined && Object.hasOwn(RESULT_TYPES, format) && !isUnclear) {
      const parameters = new URLSearchParams({ query: asked.query, format });
      const request = new Request(new URL(`/sparql?${parameters}`, c.req.url));
      return answerSparql(request, openEngine, () => vocabularyOf(context));
    }
    const isAsked = asked.query.trim() !== '' && !isUnclear;
    if (format === 'geojson') {
      const answer = isAsked ? await answerOf(asked.query, openEngine) : undefined;
      const rows = answer !== undefined && 'table' in answer ? rowsAtPoints(context.site, answer.table) : [];
      if (rows.length === 0) return c.text('The answer has no points.\n', 404);
      return c.body(geoJsonOf(rows), 200, { 'Content-Type': 'application/geo+json' });
    }
    const loading = isAsked ? await loadingOf(openEngine) : undefined;
    const answer: Answer | undefined =
      loading !== undefined
        ? { loading }
        : isAsked
          ? await answerOf(asked.query, openEngine, MOST_ROWS + 1)
          : undefined;
    // The browser asks again by itself, without a script.
    if (loading !== undefined) for (const name of ['Refresh', 'Retry-After']) c.header(name, ASK_AGAIN);
    const unknown = unknownTerms(asked.query, await vocabularyOf(context));
    return sendPage(
      c,
      <AskPage context={context} questions={questions} asked={asked} answer={answer} unknown={unknown} />,
      loading === undefined ? 200 : 503,
    );
  };

  return [
    { path: ['/sparql', '/sparql/'], hasForms: true, isLive: true, answer: sparql },
    { path: '/ask/terms.json', answer: terms },
    { path: '/ask', answer: ask },
  ];
}
