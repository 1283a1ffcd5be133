import { z } from 'zod';
import { type Bilingual, bilingual, referenceTable } from '../../base/reference-data.js';
import { localName } from '../../model/rdf/iri-syntax.js';
import { escapeControlsInValue, parseWrittenLiteral } from '../../model/rdf/validation-result.js';
import type { Finding } from '../../model/shacl/finding.js';
import { placeOfSubject, type ReportedFinding } from './reported-finding.js';
import { tellingFields } from './source-words.js';

/** A finding in the words of an archivist. */
export interface FindingWords {
  /** The field in the spelling of the source. */
  readonly field: string;
  /** The value as sent. */
  readonly value: string;
  readonly wrong: Bilingual;
  readonly right: Bilingual;
  /** The page of the record on the web, or else its place. */
  readonly where: string;
}

/** Components whose findings come from the data model, not from the source. */
const OF_PROGRAM: ReadonlySet<string> = new Set(['Term', 'Mapping', 'Coverage', 'Closed']);

/** What is wrong with a field, by the constraint that it breaks. */
const WRONG: Readonly<Record<string, (field: string) => Bilingual>> = {
  MinCount: (field) => ({ en: `The field ${field} is missing.`, ga: `Tá an réimse ${field} ar iarraidh.` }),
  MaxCount: (field) => ({
    en: `The field ${field} has more values than one.`,
    ga: `Tá níos mó ná luach amháin sa réimse ${field}.`,
  }),
  UniqueLang: (field) => ({
    en: `The field ${field} has more values than one in the same language.`,
    ga: `Tá níos mó ná luach amháin sa teanga chéanna sa réimse ${field}.`,
  }),
  MinInclusive: (field) => ({
    en: `The number in the field ${field} is too small.`,
    ga: `Tá an uimhir sa réimse ${field} róbheag.`,
  }),
  MaxInclusive: (field) => ({
    en: `The number in the field ${field} is too large.`,
    ga: `Tá an uimhir sa réimse ${field} rómhór.`,
  }),
  In: (field) => ({
    en: `The value of the field ${field} is not in its list.`,
    ga: `Níl luach an réimse ${field} sa liosta a ghabhann leis.`,
  }),
};

const UNUSABLE = (field: string): Bilingual => ({
  en: `The value of the field ${field} cannot be used as it is.`,
  ga: `Ní féidir luach an réimse ${field} a úsáid mar atá sé.`,
});

/** Constraints that join others: their message describes the fault. */
const JOINS: ReadonlySet<string> = new Set(['Or', 'Not', 'And', 'Xone', 'Reference', 'Reading']);

const NO_WORDS: Bilingual = { en: '', ga: '' };

/** Describes a finding for readers who do not know the data model. */
export function wordsOf(reported: ReportedFinding): FindingWords {
  const { finding, subject, sent } = reported;
  const { constraint, message, messageGA = '', path = '' } = finding;
  // The property that a closed shape does not know has no name.
  const { name = constraint === 'Closed' ? localName(path) : '' } = finding;
  const field = tellingFields((reported.field ?? name).split(', '))
    .join(', ')
    .replaceAll('[]', '');
  const said: Bilingual = { en: message, ga: messageGA };
  const remedy = remedyOf(finding);
  const isStated =
    remedy !== undefined || JOINS.has(constraint) || OF_PROGRAM.has(constraint) || field === '';
  return {
    field,
    value: sent ?? plainValueOf(finding),
    wrong: remedy?.wrong ?? (isStated ? said : (WRONG[constraint] ?? UNUSABLE)(field)),
    right: remedy?.right ?? (isStated ? NO_WORDS : said),
    where: placeOfSubject(subject) ?? '',
  };
}

/** What an archivist can do about a finding; `wrong` where the message of its shape is for data engineers. */
const remedy = z.strictObject({ wrong: bilingual.optional(), right: bilingual });

/** By shape, or by shape and property, or by shape, property and constraint; problems of dates by their code. */
export const REMEDIES: Readonly<Record<string, z.output<typeof remedy> | undefined>> = referenceTable(
  'remedies',
  z.record(z.string(), remedy),
);

/** Remedies are found by shape and path, by the problem of a date, or by the shape alone. */
function remedyOf({ shape, path, value, values = [value ?? ''], constraint }: Finding) {
  const [name, property] = [localName(shape), path === undefined ? '' : localName(path)];
  const problem = property === 'dateProblem' ? values.map(localName).sort()[0] : undefined;
  const isLink = property === 'unmappedCode' && values[0]?.startsWith('"Link=') === true;
  return (
    (isLink ? REMEDIES['unmappedCode Link'] : undefined) ??
    (problem === undefined ? undefined : REMEDIES[`dateProblem ${problem}`]) ??
    REMEDIES[`${name} ${property} ${constraint}`] ??
    REMEDIES[`${name} ${property}`] ??
    REMEDIES[name]
  );
}

/** The value, unless it is the record itself. */
function plainValueOf({ value, values = [], focus, constraint }: Finding): string {
  if (value !== undefined) return value === focus ? '' : plainValue(value);
  const languageOf = (text: string): string => parseWrittenLiteral(text)?.language ?? '';
  const shown =
    constraint === 'UniqueLang'
      ? values.filter((one) => values.some((other) => other !== one && languageOf(other) === languageOf(one)))
      : values;
  return shown.map(plainValue).join('; ');
}

/** A value for people: of a literal the text alone. */
const plainValue = (value: string): string =>
  escapeControlsInValue(parseWrittenLiteral(value)?.text ?? value);
