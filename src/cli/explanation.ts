import { byNumber, shownJson } from '../base/by-number.js';
import { onOneLine } from '../base/one-line.js';
import type { Explanation, SaidIn, Shown, Unshown } from '../export/explain/explain.js';
import type { Field } from '../export/explain/fields.js';
import { spelt } from '../export/explain/path.js';
import { namespaceOf } from '../rdf/iri-syntax.js';
import { turtleHeader } from '../sinks/turtle.js';
import { TurtleText } from '../sinks/turtle-text.js';
import { fieldTable } from './field-table.js';
import { foldedJson } from './folded-json.js';

const OUTCOMES: Readonly<Record<Explanation['outcome'], string>> = {
  published: 'published',
  rejected: 'rejected: it goes to quarantine, and what follows is in no dump',
  withheld: 'withheld: it does not leave, and nothing of it is shown',
  unreadable: 'rejected: it cannot be read',
};

/** An explanation for people, in reading order. */
export function asText(one: Explanation): string {
  const title = onOneLine(`${one.ref.kind} ${one.ref.id}: ${OUTCOMES[one.outcome]}`);
  return byNumber([title, ...('reasons' in one ? unshown(one) : shown(one))].join('\n\n'));
}

function unshown({ origin, reasons }: Unshown): string[] {
  const where = origin === undefined ? [] : [section('Where it lies', placeOf(origin))];
  return [
    section('Why', reasons.map((reason) => onOneLine(`- ${reason.replace(/[.!?]?$/, '.')}`)).join('\n')),
    ...where,
  ];
}

function shown(one: Shown): string[] {
  const { sent, record, said, findings, fields, language } = one;
  const turtle = new TurtleText(language);
  const isMade = sent.origin.request === '/';
  return [
    ...(isMade
      ? []
      : sent.record === undefined
        ? [section(`What was read, first from ${placeOf(sent.origin)}`, foldedJson(record))]
        : [section(`What the service sent: ${placeOf(sent.origin)}`, foldedJson(sent.record))]),
    ...said.map(({ dataset, node }) => section(`What we say, in ${dataset}`, foldedJson(node))),
    ...said.map((file) => section(`Turtle: data/${file.dataset}.ttl`, turtleOf(file, language, turtle))),
    section('Findings', findings.length === 0 ? 'none' : findings.map(findingOf).join('\n')),
    ...(fields.length === 0
      ? [section('Field by field', 'known before any record is read')]
      : [section('Field by field', fieldTable(fields, said[0]?.node.id ?? '', sent.unknown, turtle))]),
  ];
}

const section = (title: string, text: string): string => `── ${title}\n\n${text}`;

const placeOf = ({ service, request, pointer }: Shown['sent']['origin']): string =>
  `${service} ${request}#${pointer}`;

/** A record as its dump has it, with as much of the header as it needs. */
function turtleOf({ quads }: SaidIn, language: Shown['language'], turtle: TurtleText): string {
  const namespaces = new Set(
    quads.flatMap(({ subject, predicate, object }) =>
      [subject, predicate, object, ...(object.termType === 'Literal' ? [object.datatype] : [])].map(
        ({ value }) => namespaceOf(value),
      ),
    ),
  );
  const text = turtle.record(quads).trimEnd();
  const used = [...language.prefixes].filter(([, namespace]) => namespaces.has(namespace));
  return `${turtleHeader({ base: language.base, prefixes: new Map(used) })}\n${text}`;
}

const findingOf = ({ severity, focus, path, value, message }: Shown['findings'][number]): string =>
  onOneLine(`${severity}: ${[message, focus, path, value].filter(Boolean).join(' ')}`);

/** An explanation for programs: one JSON document. */
export function asJson(one: Explanation): string {
  const { kind, id } = one.ref;
  if ('reasons' in one) {
    const { outcome, origin, reasons } = one;
    return shownJson({ kind, id, outcome, ...(origin === undefined ? {} : { origin }), reasons });
  }
  const { outcome, sent, record, said, findings, fields, language } = one;
  const turtle = new TurtleText(language);
  return shownJson({
    kind,
    id,
    outcome,
    origin: sent.origin,
    sent: sent.record ?? null,
    read: record,
    unknownFields: sent.unknown,
    said: said.map((file) => ({
      dataset: file.dataset,
      node: file.node,
      turtle: turtleOf(file, language, turtle),
    })),
    findings,
    fields: fields.map((field) => plainOf(field, turtle)),
  });
}

const plainOf = (
  { path, value, isAround, became, names, alsoIn, why }: Field,
  turtle: TurtleText,
): object => ({
  field: spelt(path),
  value,
  ...(isAround ? { of: 'what stands around the record' } : {}),
  names,
  became: became.map((quad) => turtle.triple(quad).join(' ')),
  ...(alsoIn === undefined ? {} : { alsoIn: spelt(alsoIn) }),
  ...(became.length > 0 || names.length > 0 ? {} : { why: why?.reason ?? null }),
});
