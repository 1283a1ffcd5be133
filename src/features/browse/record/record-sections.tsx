import type { Quad } from '@rdfjs/types';
import { localName } from '../../../model/rdf/iri-syntax.js';
import { rdf } from '../../../model/rdf/iris.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import type { ResourceDocument, ResourceSummary } from '../index/release-index.js';
import type { Language } from '../interface-words.js';
import { addressOf, labelOf } from '../layout.js';
import { addressIn } from '../page-language.js';
import { joined, TableHead } from '../page-parts.js';
import { inheritedFacts, inheritedValue } from './inherited-facts.js';
import type { Section } from './property-table.js';
import type { neighboursOf } from './record-queries.js';
import type { RecordProps, RecordStatements } from './record-statements.js';
import { PlainValue, PropertyLink, propertyName, Value } from './record-values.js';

/* The sections of a record's page with the statements about the record. */

/** Transcripts that a page shows whole. */
const MOST_TRANSCRIPTS = 40;

/** The other names of a record: labels in other languages. That of a topic in the other language leads to its page in it. */
export function OtherTitles({
  record,
  title,
  kind,
}: RecordProps & { readonly title: string; readonly kind: string | undefined }) {
  const other: Language = record.context.language === 'en' ? 'ga' : 'en';
  const isOther = (label: Quad['object']): boolean =>
    kind === 'topic' && label.termType === 'Literal' && label.language === other;
  const [notation] = record.values('code');
  const labels = [...record.values('label'), ...record.values('prefLabel')].filter(
    ({ value }) => value !== title && `${notation?.value} ${value}` !== title,
  );
  const others = [...new Map(labels.map((label) => [label.value, label])).values()];
  if (others.length === 0) return null;
  return (
    <p class="other-titles">
      {joined(
        others.map((label) =>
          isOther(label) ? (
            <a lang={other} hreflang={other} href={addressIn(other, addressOf(record.path))}>
              {label.value}
            </a>
          ) : (
            <Value record={record} value={label} />
          ),
        ),
        ' · ',
      )}
    </p>
  );
}

/** The IRIs of the properties of some sections, in the order of the table. */
const propertiesOf = ({ context }: RecordStatements, sections: readonly Section[]): readonly string[] =>
  [...context.site.properties].flatMap(([iri, { section }]) => (sections.includes(section) ? iri : []));

/** The properties that a record has, with their values. */
const valuesOf = (record: RecordStatements, iris: readonly string[]) =>
  iris.flatMap((iri) => {
    const values = record.properties().get(iri);
    return values === undefined ? [] : [[iri, values] as const];
  });

/** The properties of some sections, in the order of the table. */
export function Facts({
  record,
  sections,
  title,
  without = [],
}: RecordProps & {
  readonly sections: readonly Section[];
  readonly title?: string;
  /** Terms that another section shows. */
  readonly without?: readonly string[];
}) {
  const { site } = record.context;
  const elsewhere = new Set(without.map((term) => site.iriOf(term)));
  const shown = propertiesOf(record, sections).filter((iri) => !elsewhere.has(iri));
  const rest = sections.includes('more')
    ? [...record.properties().keys()].filter((iri) => iri !== rdf.type && !site.properties.has(iri))
    : [];
  const rows = valuesOf(record, [...shown, ...rest]);
  if (rows.length === 0) return null;
  return (
    <section>
      {title !== undefined && <h2>{title}</h2>}
      <dl>
        {rows.map(([iri, values]) => (
          <div>
            <dt>{propertyName(record, iri)}</dt>
            <dd>
              {values.slice(0, 60).map((value) => (
                <p>
                  <Value record={record} value={value} />
                </p>
              ))}
              {values.length > 60 && <p>… {values.length - 60}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The date, the county and the place that hold for a work and that something else states, with whose they are. */
export function InheritedFacts({ record, summary }: RecordProps & { readonly summary: ResourceSummary }) {
  const { site, words, language } = record.context;
  const facts = inheritedFacts(record, summary);
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(({ term, values, whose }) => (
        <div>
          <dt>{propertyName(record, site.iriOf(term))}</dt>
          <dd>
            {joined(
              values.map((one) =>
                'path' in one ? (
                  <a href={addressOf(one.path)}>{inheritedValue(one, language)}</a>
                ) : (
                  inheritedValue(one, language)
                ),
              ),
              ', ',
            )}{' '}
            <span class="whose">({words(whose)})</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** People by role, with what was recorded about their part: an age, a relationship. */
export function People({ record }: RecordProps) {
  const { words } = record.context;
  const rows = valuesOf(record, propertiesOf(record, ['person']));
  if (rows.length === 0) return null;
  const contributions = record.values('contribution').map(({ value }) => value);
  const contributionOf = (role: string, person: string): string | undefined =>
    contributions.find(
      (one) =>
        record.values('agent', one)[0]?.value === person &&
        record.values('role', one)[0]?.value.endsWith(`/${localName(role)}`),
    );
  return (
    <section>
      <h2>{words('people')}</h2>
      <dl>
        {rows.map(([iri, people]) => (
          <div>
            <dt>{propertyName(record, iri)}</dt>
            <dd>
              {people.map((person) => (
                <p>
                  <Value record={record} value={person} />
                  <Contribution record={record} node={contributionOf(iri, person.value)} />
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The age at which a person told something, and how the person is related to the collector. */
function Contribution({ record, node }: RecordProps & { readonly node: string | undefined }) {
  const { words } = record.context;
  if (node === undefined) return null;
  const [age] = record.values('age', node);
  const [most] = record.values('ageMax', node);
  const qualifier = record.values('ageQualifier', node)[0]?.value ?? '';
  const [relationship] = record.values('collectorRelationship', node);
  const before = { approx: words('aboutAge'), over: words('overAge') }[localName(qualifier)];
  return (
    <>
      {age !== undefined && (
        <>
          {', '}
          {before} {age.value}
          {most !== undefined && `–${most.value}`}
        </>
      )}
      {relationship !== undefined && (
        <>
          {', '}
          {words('relationToCollector')}: <Value record={record} value={relationship} />
        </>
      )}
    </>
  );
}

/** The texts of a record, such as its extract; of an item without those with which its transcripts begin: the page has these. */
export function Texts({
  record,
  transcripts = [],
}: RecordProps & { readonly transcripts?: readonly Transcript[] }) {
  const texts = transcripts.flatMap((one) => one.texts.map(({ value }) => plain(value)));
  const isAbove = (text: string): boolean =>
    [...texts, texts.join(' ')].some((one) => one.startsWith(plain(text).replace(/ ?(?:…|\.\.\.)$/, '')));
  return (
    <>
      {valuesOf(record, propertiesOf(record, ['text'])).map(([iri, all]) => {
        const values = all.filter(({ value }) => !isAbove(value));
        return (
          values.length > 0 && (
            <section class="text">
              <h2>{propertyName(record, iri)}</h2>
              {values.map((value) => (
                <Quotation text={value} />
              ))}
            </section>
          )
        );
      })}
    </>
  );
}

/** A text without the differences of blanks and ends of lines. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const Quotation = ({ text }: { readonly text: Quad['object'] }) => (
  <blockquote lang={text.termType === 'Literal' && text.language !== '' ? text.language : undefined}>
    {text.value}
  </blockquote>
);

interface Transcript {
  readonly of: ResourceSummary;
  readonly texts: readonly Quad['object'][];
}

/** The transcripts of an item, in the order of their pages. */
export function transcriptsOf({ context: { site }, path }: RecordStatements): readonly Transcript[] {
  return site.index.referring(path, site.iriOf('transcribesItem'), MOST_TRANSCRIPTS, 0).map((of) => ({
    of,
    texts: site.index
      .documents(site.manifest.base + of.path)
      .flatMap(({ quads }) => quads)
      .flatMap(({ predicate, object }) => (predicate.value === site.iriOf('text') ? object : [])),
  }));
}

/** The transcripts of an item, each with a link to its record. */
export function Transcripts({
  record,
  transcripts,
}: RecordProps & { readonly transcripts: readonly Transcript[] }) {
  const { words, language } = record.context;
  if (transcripts.length === 0) return <p class="quiet">{words('notTranscribed')}</p>;
  return (
    <section class="text">
      <h2>{words('transcript')}</h2>
      {transcripts.flatMap(({ of, texts }) =>
        texts.map((text) => (
          <figure>
            <Quotation text={text} />
            <figcaption>
              <a href={addressOf(of.path)}>{labelOf(of, language)}</a>
            </figcaption>
          </figure>
        )),
      )}
    </section>
  );
}

interface NeighboursProps extends RecordProps {
  readonly neighbours: ReturnType<typeof neighboursOf>;
}

/** The terms of the items before and after an item in its story, where these are its neighbours in its part, too. */
export const sequelsAmong = (
  record: RecordStatements,
  { before, after }: NeighboursProps['neighbours'],
): readonly string[] =>
  (
    [
      ['previousItem', before],
      ['nextItem', after],
    ] as const
  ).flatMap(([term, neighbour]) => {
    const { base } = record.context.site.manifest;
    const isNeighbour = record.values(term).every(({ value }) => value === base + neighbour?.path);
    return isNeighbour ? term : [];
  });

/** The items before and after an item in its part. */
export function Neighbours({ record, neighbours: { before, after } }: NeighboursProps) {
  const { words, language } = record.context;
  if (before === undefined && after === undefined) return null;
  return (
    <nav class="neighbours" aria-label={words('nearby')}>
      <Neighbour rel="prev" is={words('before')} of={before} language={language} />
      <Neighbour rel="next" is={words('after')} of={after} language={language} />
    </nav>
  );
}

interface NeighbourProps {
  readonly rel: 'prev' | 'next';
  /** What the record is beside the other one, in words. */
  readonly is: string;
  readonly of: ResourceSummary | undefined;
  readonly language: Language;
}

/** The way to the record before or after another one; nothing where there is none. */
export const Neighbour = ({ rel, is, of, language }: NeighbourProps) =>
  of === undefined ? null : (
    <a rel={rel} href={addressOf(of.path)}>
      <span>{is}</span> {labelOf(of, language)}
    </a>
  );

/** Every statement of the release about the record, by dataset. */
export function Statements({
  record,
  documents,
}: RecordProps & { readonly documents: readonly ResourceDocument[] }) {
  const { words } = record.context;
  return (
    <details class="statements">
      <summary>{words('allStatements')}</summary>
      {documents.map(({ dataset, quads }) => (
        <table>
          <caption>
            {words('statementsIn')} <code>{dataset}</code>
          </caption>
          <TableHead columns={[words('identifier'), words('property'), words('value')]} />
          <tbody>
            {quads.map(({ subject, predicate, object }) => (
              <tr>
                <td>
                  <code>
                    {subject.value === record.iri
                      ? '·'
                      : `#${subject.value.slice(recordIriOf(subject.value).length + 1)}`}
                  </code>
                </td>
                <td>
                  <PropertyLink record={record} iri={predicate.value} />
                </td>
                <td>
                  <PlainValue record={record} value={object} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}
