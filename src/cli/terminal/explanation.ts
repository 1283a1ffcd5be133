import { escapeControls, terminalJson, toOneLine } from '../../base/text.js';
import { TurtleWriter, turtleHeader } from '../../model/rdf/formats/turtle.js';
import { fieldOf, formatPath, type Path } from '../../pipeline/shards/source-field.js';
import type { DatasetTriples, Explanation, PublishedExplanation } from '../../use/inspect/explain/explain.js';
import type { FieldOutcome } from '../../use/inspect/explain/field-outcome.js';

const OUTCOMES: Readonly<Record<Explanation['outcome'], string>> = {
  published: 'published',
  rejected: 'rejected: it goes to quarantine, and what follows is in no dump',
  withheld: 'withheld: it is not published, and its content is not shown',
  unreadable: 'rejected: it cannot be read',
};

/** An explanation as text. */
export function explanationText(explanation: Explanation): string {
  const { ref, outcome } = explanation;
  const isTrimmed = 'leftOut' in explanation && explanation.leftOut.length > 0;
  const without = isTrimmed ? ', without what violates a rule' : '';
  const title = toOneLine(`${ref.kind} ${ref.id}: ${OUTCOMES[outcome]}${without}`);
  const sections = 'reasons' in explanation ? reasonSections(explanation) : recordSections(explanation);
  return escapeControls([title, ...sections.map(([name, text]) => `── ${name}\n\n${text}`)].join('\n\n'));
}

type Section = readonly [title: string, text: string];

function reasonSections({ origin, reasons }: Extract<Explanation, { reasons: unknown }>): Section[] {
  const lines = reasons.map((reason) => toOneLine(`- ${reason.replace(/[.!?]?$/, '.')}`));
  return [
    ['Reasons', lines.join('\n')],
    ...(origin === undefined ? [] : [['Source', placeOf(origin)] as const]),
  ];
}

function recordSections(explanation: PublishedExplanation): Section[] {
  const { sent, record, triples, findings, leftOut, fields, language } = explanation;
  const turtle = new TurtleWriter(language);
  const self = triples[0]?.node.id ?? '';
  const source: Section =
    sent.record === undefined
      ? [`Source, first from ${placeOf(sent.origin)}`, readableJson(record)]
      : [`Source: ${placeOf(sent.origin)}`, readableJson(sent.record)];
  return [
    // Records that are known before any answer have no source.
    ...(sent.origin.request === '/' ? [] : [source]),
    ...triples.map(({ dataset, node }): Section => [`Node, in ${dataset}`, readableJson(node)]),
    ...triples.map((part): Section => [`Turtle: data/${part.dataset}.ttl`, turtleOf(part, language, turtle)]),
    ...(leftOut.length === 0 ? [] : [['Left out', leftOut.map(findingText).join('\n')] as const]),
    ['Findings', findings.length === 0 ? 'none' : findings.map(findingText).join('\n')],
    [
      'Fields',
      fields.length === 0
        ? 'none: the record is known before any answer is read'
        : fieldTable(fields, self, sent.unknown, turtle),
    ],
  ];
}

const placeOf = ({ service, request, pointer }: PublishedExplanation['sent']['origin']): string =>
  `${service} ${request}#${pointer}`;

const findingText = (finding: PublishedExplanation['findings'][number]): string => {
  const { severity, focus, path, value, message } = finding;
  return toOneLine(`${severity}: ${[message, focus, path, value].filter(Boolean).join(' ')}`);
};

/** A record as in its dump, with the part of the header that it needs. */
function turtleOf(
  { quads }: DatasetTriples,
  language: PublishedExplanation['language'],
  turtle: TurtleWriter,
): string {
  turtle.takeUsed();
  const text = turtle.record(quads).trimEnd();
  return `${turtleHeader(language, turtle.takeUsed())}\n${text}`;
}

/** Columns of a line of JSON, most lines of a document, and most characters of a line with a long text. */
const JSON_COLUMNS = 100;
const MAX_LINES = 150;
const MAX_LINE_LENGTH = 400;

/** JSON for people: short lists and objects on one line, long texts and documents cut. */
function readableJson(value: unknown): string {
  const lines = formatJson(value, '')
    .split('\n')
    .map((line) => cut(line, MAX_LINE_LENGTH, ` … ${line.length - MAX_LINE_LENGTH} more characters`));
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `… ${more} more lines`].join('\n') : lines.join('\n');
}

/** @param indent undefined for JSON on one line */
function formatJson(value: unknown, indent?: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === undefined ? undefined : `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => formatJson(entry, inner))
    : Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => `${JSON.stringify(key)}: ${formatJson(entry, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  if (indent !== undefined) {
    const line = formatJson(value);
    return indent.length + line.length <= JSON_COLUMNS
      ? line
      : `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`;
  }
  return Array.isArray(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
}

const cut = (text: string, length: number, mark: string): string =>
  text.length > length ? text.slice(0, length) + mark : text;

/** Columns of field names; a longer name has its own line. */
const FIELD_COLUMNS = 36;
/** Most characters of a triple, which the Turtle above has in full. */
const MAX_TRIPLE_LENGTH = 100;

/**
 * Each field with its triples, or the reason why it has none, in two columns. Neighbours without triples for the same
 * reason share a row.
 *
 * @param self IRI of the record; its own triples are shown without subject
 * @param unknown fields that no schema has
 */
function fieldTable(
  fields: readonly FieldOutcome[],
  self: string,
  unknown: readonly string[],
  turtle: TurtleWriter,
): string {
  const rows: (readonly [field: string, lines: readonly string[]])[] = [
    ...neighbours(fields).map((group) => rowOf(group, self, turtle)),
    ...unknown.map((field) => [toOneLine(field), ['– no schema has this field']] as const),
  ];
  const width = Math.min(FIELD_COLUMNS, Math.max(...rows.map(([field]) => field.length)));
  return rows
    .flatMap(([field, lines]) => {
      const cells = field.length > width ? ['', ...lines] : lines;
      return cells.map((line, row) => `${(row === 0 ? field : '').padEnd(width)}  ${line}`.trimEnd());
    })
    .join('\n');
}

/** Fields in groups: neighbours in one object that have the same reason are together. */
function neighbours(fields: readonly FieldOutcome[]): FieldOutcome[][] {
  const groups: FieldOutcome[][] = [];
  for (const field of fields) {
    const last = groups.at(-1)?.[0];
    const isSame =
      last?.why !== undefined &&
      field.why?.reason === last.why.reason &&
      formatPath(parentOf(field)) === formatPath(parentOf(last));
    if (isSame) groups.at(-1)?.push(field);
    else groups.push([field]);
  }
  return groups;
}

/** The path that the reason is about: the field, or one that contains it. */
function reasonPath({ path, why }: FieldOutcome): Path {
  const length = path.findIndex((_, last) => fieldOf(path.slice(0, last + 1)) === why?.field);
  return length < 0 ? path : path.slice(0, length + 1);
}

const parentOf = (field: FieldOutcome): Path => reasonPath(field).slice(0, -1);

function rowOf(
  group: readonly FieldOutcome[],
  self: string,
  turtle: TurtleWriter,
): readonly [field: string, lines: readonly string[]] {
  const [field] = group;
  if (field === undefined) return ['', []];
  if (field.became.length > 0 || field.names.length > 0) {
    const suffix = field.isAround ? ' (around it)' : '';
    return [formatPath(field.path) + suffix, tripleLines(field, self, turtle)];
  }
  const reason =
    field.why === undefined ? '✗ nothing, without a reason: please report it' : `– ${field.why.reason}`;
  const paths = [...new Set(group.map((member) => formatPath(reasonPath(member))))];
  const parent = formatPath(parentOf(field));
  if (paths.length === 1) return [paths.join(), [reason]];
  const names = paths.map((path) => path.slice(parent.length).replace(/^\./, '')).join(', ');
  return [parent === '' ? names : `${parent}: ${names}`, [reason]];
}

function tripleLines({ became, names, alsoIn }: FieldOutcome, self: string, turtle: TurtleWriter): string[] {
  // Nodes of the record are named by what follows its IRI.
  const shorten = (iri: string, written: string) =>
    iri.startsWith(`${self}#`) ? `<${iri.slice(self.length)}>` : written;
  const triples = became.map((quad) => {
    const [subject, predicate, object] = turtle.triple(quad);
    const own = quad.subject.value === self ? '' : `${shorten(quad.subject.value, subject)} `;
    const [first = '', ...more] = `${own}${predicate} ${shorten(quad.object.value, object)}`.split('\n');
    return more.length > 0 ? `${first.slice(0, MAX_TRIPLE_LENGTH)}…` : cut(first, MAX_TRIPLE_LENGTH, '…');
  });
  return [
    ...names.slice(0, 1).map((name) => `names ${shorten(name, turtle.iri(name))}`),
    ...triples,
    ...(alsoIn === undefined ? [] : [`(also from ${formatPath(alsoIn)})`]),
  ];
}

/** An explanation as one JSON document. */
export function explanationJson(explanation: Explanation): string {
  const { kind, id } = explanation.ref;
  if ('reasons' in explanation) {
    const { outcome, origin, reasons } = explanation;
    return terminalJson({ kind, id, outcome, ...(origin === undefined ? {} : { origin }), reasons });
  }
  const { outcome, sent, record, triples, findings, leftOut, fields, language } = explanation;
  const turtle = new TurtleWriter(language);
  return terminalJson({
    kind,
    id,
    outcome,
    origin: sent.origin,
    sent: sent.record ?? null,
    read: record,
    unknownFields: sent.unknown,
    triples: triples.map((part) => ({
      dataset: part.dataset,
      node: part.node,
      turtle: turtleOf(part, language, turtle),
    })),
    findings,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    fields: fields.map(({ path, value, isAround, became, names, alsoIn, why }) => ({
      field: formatPath(path),
      value,
      ...(isAround ? { of: 'the context of the record' } : {}),
      names,
      became: became.map((quad) => turtle.triple(quad).join(' ')),
      ...(alsoIn === undefined ? {} : { alsoIn: formatPath(alsoIn) }),
      ...(became.length > 0 || names.length > 0 ? {} : { why: why?.reason ?? null }),
    })),
  });
}
