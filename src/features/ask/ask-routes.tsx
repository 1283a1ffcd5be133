import { withoutMark } from '../../base/text.js';
import { serialise } from '../../model/rdf/serialise.js';
import { triplesOf } from '../../release/description/manifest.js';
import { readReleaseVocabulary as readDescriptionTerms } from '../../release/description/metadata/release-vocabulary.js';
import type { AddedPage } from '../browse/added-pages.js';
import { assetPages, ownAsset, packageAsset } from '../browse/asset-files.js';
import type { PageContext } from '../browse/layout.js';
import { type Page, SHARED, sendPage } from '../browse/page.js';
import { contentTypeOf, type DATA_FORMATS, negotiate, SUFFIXES } from '../browse/record/representations.js';
import type { Streams } from '../browse/streams.js';
import { type QueryEngine, RESULT_TYPES } from '../query/engine.js';
import { PIECE } from '../query/process-of-engine.js';
import { questionsOf } from '../query/release-questions.js';
import { prefixedName, type ReleaseVocabulary, readReleaseVocabulary } from '../query/release-vocabulary.js';
import { answerSparql, MOST_QUERY } from '../query/sparql-protocol.js';
import { unknownTerms } from '../query/unknown-terms.js';
import { type Answer, answerOf, loadingOf } from './answer.js';
import { geoJsonOf, rowsAtPoints } from './answer-points.js';
import { MOST_ROWS } from './answer-table.js';
import { type Asked, AskPage } from './ask-page.js';
import { addressOfQuestion, fillQuestion } from './question-forms.js';

/** Seconds after which a page asks again whether the release is loaded. */
const ASK_AGAIN = 3;

/** The editor of queries, and what the pages add. */
const ASSETS = new Map([
  ['ask.js', ownAsset('ask.js', 'ask')],
  ['ask.css', ownAsset('ask.css', 'ask')],
  ['yasqe.js', packageAsset('@zazuko/yasqe/build/yasqe.min.js')],
  ['yasqe.css', packageAsset('@zazuko/yasqe/build/yasqe.min.css')],
]);

/** A text area sends line feeds as two characters. */
const asSent = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/**
 * The description of the endpoint (SPARQL 1.1 Service Description): its address, its formats, and the graph that it answers about.
 *
 * @param format of RDF
 */
async function describeService(
  { site, origin }: PageContext,
  format: keyof typeof DATA_FORMATS,
): Promise<string> {
  const { manifest, language } = site;
  const endpoint = `${origin}/sparql`;
  const { quads, prefixes } = readDescriptionTerms(manifest.base, manifest.vocabularyBase);
  const service = {
    id: endpoint,
    type: ['SparqlService'],
    endpoint,
    supportedLanguage: 'SPARQL11Query',
    resultFormat: Object.keys(RESULT_TYPES),
    defaultDataset: {
      id: `${endpoint}#dataset`,
      type: ['SparqlDataset'],
      defaultGraph: { id: `${endpoint}#graph`, type: ['SparqlGraph'], triples: triplesOf(manifest) },
    },
  };
  return serialise(quads(service), format, { ...language, prefixes });
}

/** A long answer in pieces. */
async function* piecesOf(body: string): AsyncGenerator<string> {
  for (let from = 0; from < body.length; from += PIECE) yield body.slice(from, from + PIECE);
}

/** The SPARQL endpoint, the page of questions, and what its editor needs. */
export function askPages(openEngine: () => Promise<QueryEngine>, streams: Streams): readonly Page[] {
  let vocabulary: Promise<ReleaseVocabulary> | undefined;
  const vocabularyOf = ({ site }: PageContext): Promise<ReleaseVocabulary> => {
    vocabulary ??= readReleaseVocabulary(site.release, site.manifest);
    return vocabulary;
  };

  /** Answers a request of the protocol. Only a few long answers are sent at a time. */
  const answerProtocol = (
    c: Parameters<Page['answer']>[0],
    request: Request,
    context: PageContext,
  ): Promise<Response> =>
    answerSparql(
      request,
      openEngine,
      (body, headers) => {
        if (typeof body === 'string' && body.length <= PIECE) return new Response(body, { headers });
        const pieces = typeof body === 'string' ? piecesOf(body) : body;
        const sent = streams.sendExport(c, pieces, headers['content-type'] ?? '');
        for (const [name, value] of Object.entries(headers))
          if (sent.ok || name !== 'content-type') sent.headers.set(name, value);
        return sent;
      },
      () => vocabularyOf(context),
    );

  const sparql: Page['answer'] = async (c, context) => {
    const accept = (c.req.header('accept') ?? '').toLowerCase();
    const hasNone = ['GET', 'HEAD'].includes(c.req.method) && (c.req.query('query') ?? '').trim() === '';
    // A person has followed the address of the endpoint. Programs are told what is missing.
    if (hasNone && accept.includes(SUFFIXES.html) && negotiate(accept) === 'html') {
      c.header('Vary', 'Accept');
      return c.redirect('/ask', 303);
    }
    // SPARQL 1.1 Service Description, section 2: without any parameter the endpoint describes itself.
    const form = negotiate((accept || '*/*').replaceAll('*/*', SUFFIXES.ttl));
    if (hasNone && new URL(c.req.url).search === '' && form !== undefined && form !== 'html')
      return c.body(await describeService(context, form), 200, {
        'Content-Type': contentTypeOf(form),
        Vary: 'Accept',
      });
    return answerProtocol(c, c.req.raw, context);
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
    const questions = await questionsOf(context.site.release, context.site.manifest);
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
      const { signal } = c.req.raw;
      return answerProtocol(c, new Request(new URL(`/sparql?${parameters}`, c.req.url), { signal }), context);
    }
    const isAsked = asked.query.trim() !== '' && !isUnclear;
    if (format === 'geojson') {
      const answer = isAsked ? await answerOf(asked.query, openEngine, c.req.raw.signal) : undefined;
      if (answer !== undefined && 'problem' in answer && answer.retryAfter !== undefined)
        return c.text(`${answer.problem}\n`, 503, { 'Retry-After': String(answer.retryAfter) });
      const rows = answer !== undefined && 'table' in answer ? rowsAtPoints(context.site, answer.table) : [];
      if (rows.length === 0) return c.text('The answer has no points.\n', 404);
      return c.body(geoJsonOf(rows), 200, { 'Content-Type': 'application/geo+json' });
    }
    const loading = isAsked ? await loadingOf(openEngine) : undefined;
    const answer: Answer | undefined =
      loading !== undefined
        ? { loading }
        : isAsked
          ? await answerOf(asked.query, openEngine, c.req.raw.signal, MOST_ROWS + 1)
          : undefined;
    const later =
      loading !== undefined
        ? (loading.retryAfter ?? ASK_AGAIN)
        : answer !== undefined && 'problem' in answer
          ? answer.retryAfter
          : undefined;
    if (later !== undefined) c.header('Retry-After', String(later));
    // The browser asks again by itself, without a script.
    if (loading !== undefined) c.header('Refresh', String(Math.min(later ?? ASK_AGAIN, ASK_AGAIN)));
    const unknown = unknownTerms(asked.query, await vocabularyOf(context));
    return sendPage(
      c,
      <AskPage context={context} questions={questions} asked={asked} answer={answer} unknown={unknown} />,
      later === undefined ? 200 : 503,
    );
  };

  return [
    {
      path: '/ask',
      isNotForCrawlers: true,
      formats: [...Object.keys(RESULT_TYPES), 'geojson'],
      link: { in: 'menu', text: (words) => words('ask') },
      answer: ask,
    },
    {
      path: ['/sparql', '/sparql/'],
      ...{ hasForms: true, isLive: true, isShared: SHARED, isNotForCrawlers: true },
      service: {
        ...{ title: 'SPARQL 1.1', conformsTo: 'https://www.w3.org/TR/sparql11-protocol/' },
        use: ({ words, origin }) => ({
          note: words('sparqlNote'),
          link: { href: '/ask', text: words('ask') },
          line: `curl -H 'Accept: text/csv' --data-urlencode 'query=SELECT ?type (COUNT(*) AS ?records) { ?record a ?type } GROUP BY ?type' ${origin}/sparql`,
        }),
      },
      answer: sparql,
    },
    { path: '/ask/terms.json', answer: terms },
    ...assetPages(ASSETS),
  ];
}

/** Where questions are switched off: addresses that others have kept say so, and nothing leads to them. */
export const pagesWithoutQuestions: readonly AddedPage[] = [
  {
    path: '/ask',
    isNotForCrawlers: true,
    wayToTake: ({ words }) => (
      <li>
        <h3>SPARQL</h3>
        <p>{words('questionsAreOff')}</p>
      </li>
    ),
    answer: async (_, { words, show }) => {
      const page = await show(words('ask'), [words('questionsAreOff')]);
      return new Response(page.body, { status: 404, headers: page.headers });
    },
  },
  {
    path: ['/sparql', '/sparql/'],
    ...{ hasForms: true, isLive: true, isShared: SHARED, isNotForCrawlers: true },
    answer: (c, { words }) => c.text(`${words('questionsAreOff')}\n`, 404),
  },
];
