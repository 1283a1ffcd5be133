import { NOTES_IN_IRISH } from '../../../model/mapping/field-notes.js';
import type { ReleasedRecord, StatementsOf } from '../../../use/inspect/explain/released-fields.js';
import type { ResourceDocument } from '../index/release-index.js';
import { addressOf, Layout, labelOf, type PageProps } from '../layout.js';
import { atMost, type Page, sendPage } from '../page.js';
import { joined, TableHead } from '../page-parts.js';
import { dataOnly, RecordStatements } from './record-statements.js';
import { PropertyLink, Value } from './record-values.js';

/** The harvest of a release, for `/explain`. */
export interface RecordExplainer {
  /** Whether an IRI is that of a record that a service sends. */
  readonly isSent: (iri: string) => boolean;
  /** Explains the records of an IRI, as far as a release has their statements. */
  readonly explain: (iri: string, statementsOf: StatementsOf) => Promise<readonly ReleasedRecord[]>;
}

/** Requests that run or wait for their turn, at most. */
const MOST_WAITING = 16;
/** Characters of a value. */
const MOST_CHARACTERS = 400;

/** What became of each field of a record, at the look-up of its IRI. */
export function explainPages({ isSent, explain }: RecordExplainer): readonly Page[] {
  const explainInTurn = atMost(MOST_WAITING, explain);
  const answer: Page['answer'] = async (c, context) => {
    const { site } = context;
    const iri = c.req.query('iri') ?? '';
    const path = site.index.pathOf(iri);
    const documents = dataOnly(site.index.documents(iri), site);
    const isNode = site.manifest.base + path !== iri;
    if (documents.length === 0 || isNode || !isSent(iri)) return c.notFound();
    const records = await explainInTurn(iri, (subject) =>
      dataOnly(site.index.documents(subject), site).flatMap(({ quads }) => quads),
    );
    if (records === undefined)
      return c.text('Too many requests are waiting. Try again later.', 503, { 'Retry-After': '10' });
    if (records.length === 0) return c.notFound();
    return sendPage(c, <ExplainPage context={context} path={path} documents={documents} records={records} />);
  };
  return [{ path: '/explain', isLive: true, isNotForCrawlers: true, answer }];
}

interface ExplainPageProps extends PageProps {
  readonly path: string;
  readonly documents: readonly ResourceDocument[];
  readonly records: readonly ReleasedRecord[];
}

/** The fields of a record as they were sent, and the statements of each. */
function ExplainPage({ context, path, documents, records }: ExplainPageProps) {
  const { site, language, words } = context;
  const summary = site.index.summary(path);
  const title = summary === undefined ? path : labelOf(summary, language);
  const record = new RecordStatements(context, path, documents);
  return (
    <Layout context={context} title={`${words('howWeKnow')}: ${title}`}>
      <article class="explanation">
        <h1>{words('howWeKnow')}</h1>
        <p>
          <a href={addressOf(path)}>{title}</a> <code class="iri">{record.iri}</code>
        </p>
        <p>{words('howWeKnowNote')}</p>
        {records.map(({ source, fields, others, unknown }) => (
          <section>
            <h2>
              <code>{source}</code>
            </h2>
            <table>
              <caption>{words('fieldsWithStatements')}</caption>
              <TableHead columns={[words('field'), words('valueSent'), words('statements')]} />
              <tbody>
                {fields.map(({ name, value, isAround, isInIri, statements }) => (
                  <tr>
                    <th scope="row">
                      <code>{name}</code>
                      {isAround && ` (${words('aroundIt')})`}
                    </th>
                    <td lang="">{shortened(value)}</td>
                    <td>
                      {isInIri && words('partOfIri')}
                      <ul>
                        {statements.map(({ subject, predicate, object }) => (
                          <li>
                            {subject.value !== record.iri && (
                              <>
                                <code>{subject.value.replace(`${record.iri}#`, '#')}</code>{' '}
                              </>
                            )}
                            <PropertyLink record={record} iri={predicate.value} />{' '}
                            {object.termType === 'Literal' ? (
                              <span lang={object.language}>{shortened(object.value)}</span>
                            ) : (
                              <Value record={record} value={object} />
                            )}
                          </li>
                        ))}
                      </ul>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {others.size + unknown.length > 0 && (
              <table>
                <caption>{words('fieldsWithout')}</caption>
                <TableHead columns={[words('field'), words('why')]} />
                <tbody>
                  {[...others].map(([reason, names]) => (
                    <tr>
                      <FieldNames names={names} />
                      <Reason context={context} reason={reason} />
                    </tr>
                  ))}
                  {unknown.length > 0 && (
                    <tr>
                      <FieldNames names={unknown} />
                      <td>{words('unknownField')}</td>
                    </tr>
                  )}
                </tbody>
              </table>
            )}
          </section>
        ))}
      </article>
    </Layout>
  );
}

/** Why a field became no statement; undefined: the release does not have its statements. */
function Reason({
  context: { language, words },
  reason,
}: PageProps & { readonly reason: string | undefined }) {
  if (reason === undefined) return <td>{words('notReleased')}</td>;
  const irish = language === 'ga' ? NOTES_IN_IRISH[reason] : undefined;
  return <td lang={irish === undefined && language !== 'en' ? 'en' : undefined}>{irish ?? reason}</td>;
}

const FieldNames = ({ names }: { readonly names: readonly string[] }) => (
  <td>
    {joined(
      names.map((name) => <code>{name}</code>),
      ', ',
    )}
  </td>
);

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;
