import { basename } from 'node:path';
import { interrupted } from '../../../base/errors.js';
import type { Report } from '../../../base/events.js';
import { type DumpRecord, readDump } from '../../../model/rdf/formats/read-dump.js';
import type { DumpFile } from '../../../model/rdf/formats/recognise-dump.js';
import { IriSet } from '../../../model/rdf/iri-set.js';
import { rdf, rdfs } from '../../../model/rdf/iris.js';
import { linkTo } from '../../../model/rdf/parse.js';
import { badTerms } from '../../../model/rdf/term-check.js';
import { GROUPS } from '../../../model/records/datasets.js';
import { KINDS } from '../../../model/records/kinds.js';
import type { Checker } from '../../../model/shacl/checker.js';
import type { Finding } from '../../../model/shacl/finding.js';
import { type CrossRecordFinding, iriNaming } from '../../../pipeline/consistency/check.js';
import { brokenReferences } from '../../../pipeline/consistency/checks.js';
import { termFinding } from '../../../pipeline/map-records/map-record.js';
import type { CompiledVocabulary } from '../../../pipeline/plan/compiled-vocabulary.js';
import { refOfIri } from '../../../pipeline/plan/record-iri.js';
import { BuildDatabase } from '../../../pipeline/rows/build-database.js';
import { RecordRows } from '../../../pipeline/rows/record-rows.js';
import { FindingGroups } from '../../../release/report/digest.js';
import { withoutRepeated } from '../../../release/report/repeated-findings.js';
import type { ReportFiles } from '../../../release/report/report-files.js';
import type { FindingSubject, ReportedFinding } from '../../../release/report/reported-finding.js';
import {
  type ReportFacts,
  type ValidationJson,
  validationJson,
} from '../../../release/report/validation-json.js';
import { ReferenceTargets } from '../reference-targets.js';
import type { Dumps } from './release-folder.js';
import { nothingToValidate, notThisVocabulary, UnknownVocabulary } from './unknown-vocabulary.js';

/**
 * A record of a dump as the subject of findings; a record of others is named by its IRI.
 *
 * @param page predicate that leads to a record's page
 */
function subjectOf(
  { iri, quads }: DumpRecord,
  base: string,
  file: string,
  page: string | undefined,
): FindingSubject {
  const ref = refOfIri(iri, base);
  const own = quads.filter(({ subject }) => subject.value === iri);
  const labels = own.flatMap(({ predicate, object }) =>
    predicate.value === rdfs.label && object.termType === 'Literal' ? [object] : [],
  );
  // Irish first, as in a build.
  const label = labels.find(({ language }) => language === 'ga') ?? labels[0];
  const address = own.find(({ predicate }) => predicate.value === page)?.object;
  return {
    ...(ref === undefined
      ? { kind: 'record', called: 'records', id: iri }
      : { ...ref, called: KINDS[ref.kind].title }),
    ...(label === undefined ? {} : { label: label.value }),
    ...(address?.termType === 'NamedNode' ? { page: address.value } : {}),
    file,
    outcome: 'published',
  };
}

/** The findings of a record of a dump: its bad terms, or else the findings of the shapes. */
async function findingsOf(record: DumpRecord, checker: Checker): Promise<readonly Finding[]> {
  const bad = badTerms(record.quads);
  if (bad.length > 0) return bad.map(termFinding);
  const found = await checker.check(record.quads);
  return found.some(({ constraint }) => constraint === 'Coverage') && (await isLinked(record, checker))
    ? []
    : found;
}

/**
 * Whether a node without a class is known by a link to it, such as a page about a person. In sorted lines it is apart from
 * the record with the link.
 */
async function isLinked({ iri, quads }: DumpRecord, checker: Checker): Promise<boolean> {
  if (quads.some(({ predicate }) => predicate.value === rdf.type)) return false;
  for (const predicate of checker.linking()) {
    const link = linkTo(iri, predicate);
    const found = await checker.check([...quads, link]);
    if (found.every(({ focus }) => focus === link.subject.value)) return true;
  }
  return false;
}

/** The result of a validation. */
export interface Validated {
  readonly report: ValidationJson;
  readonly records: number;
  readonly quads: number;
  /** Files in which statements about one record are apart, and the number of such records. */
  readonly scattered: readonly { readonly file: string; readonly records: number }[];
}

/** Receives each finding and each record. */
interface Listener {
  onFinding(finding: ReportedFinding): Promise<void>;
  onRecord(record: DumpRecord): void;
}

/**
 * Validates dumps record by record, each file in one pass, as a build does: first the terms, then the shapes; of a whole
 * release the references too.
 *
 * @param vocabulary for the bases of the dumps
 * @param files the findings are written there, if given
 * @throws FolkloreError FILE_UNREADABLE naming file and line; or when no node of a file has a class of the shapes, or none holds a
 *   statement
 */
export async function validate(
  dumps: Dumps,
  vocabulary: CompiledVocabulary,
  report: Report,
  signal: AbortSignal,
  files?: ReportFiles,
): Promise<Validated> {
  const digest = new FindingGroups();
  const targets = new ReferenceTargets(dumps.base);
  const scattered: { file: string; records: number }[] = [];
  let [records, quads] = [0, 0];
  const listener: Listener = {
    onFinding: async (finding) => {
      digest.add(finding);
      await files?.add(finding);
    },
    onRecord: (record) => {
      checkGoingOn(signal);
      // Nodes of others, such as web pages, are no records.
      if (record.iri.startsWith(dumps.base)) records += 1;
      quads += record.quads.length;
      if (dumps.isWhole) targets.add(record);
    },
  };
  for (const [position, dump] of dumps.files.entries()) {
    report({ event: 'progress', what: 'validate', done: position, total: dumps.files.length });
    const again = await validateFile(dump, dumps.base, vocabulary, listener);
    if (again > 0) scattered.push({ file: basename(dump.path), records: again });
  }
  // An empty dump of a release is one of several.
  const [only] = dumps.files;
  if (quads === 0 && only !== undefined) throw nothingToValidate(only.path);
  for await (const { record, finding } of missingReferences(dumps, vocabulary, targets, signal)) {
    const { kind, id } = record;
    const subject = { kind, called: KINDS[kind].title, id, outcome: 'published' } as const;
    await listener.onFinding({ subject, finding });
  }
  // Most shapes have nothing to check in a single file.
  const facts: ReportFacts = {
    counts: {},
    shapesMet: dumps.isWhole ? vocabulary.checker.shapesMet() : new Map(),
  };
  return { report: (await files?.finish(facts)) ?? validationJson(digest, facts), records, quads, scattered };
}

/** The references to missing records. Only when there are any, the files are read once more. */
async function* missingReferences(
  { files, base }: Dumps,
  { context, language, toQuads }: CompiledVocabulary,
  targets: ReferenceTargets,
  signal: AbortSignal,
): AsyncGenerator<CrossRecordFinding> {
  if (targets.areComplete) return;
  const rows = new RecordRows(base);
  for (const dump of files) {
    for await (const record of readDump(dump, { context: language.context, toQuads })) {
      checkGoingOn(signal);
      const ref = refOfIri(record.iri, base) ?? foreignRef(record.iri);
      rows.addReferences(ref, record.iri, targets.missingReferences(record));
    }
  }
  const database = BuildDatabase.inMemory();
  database.append(rows.take());
  yield* brokenReferences(database, { base, kinds: GROUPS }, iriNaming(context, base));
  database.close();
}

function checkGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw interrupted('validating', 'nothing was changed');
}

/** @returns how often a record began that had ended before */
async function validateFile(
  dump: DumpFile,
  base: string,
  { checker, context, toQuads, language }: CompiledVocabulary,
  { onFinding, onRecord }: Listener,
): Promise<number> {
  const seen = new IriSet();
  const unknown = new UnknownVocabulary(checker);
  const page = context.terms.get('url')?.iri;
  let again = 0;
  for await (const record of readDump(dump, { context: language.context, toQuads })) {
    onRecord(record);
    if (seen.has(record.iri)) again += 1;
    else seen.add(record.iri);
    const findings = await findingsOf(record, checker);
    unknown.add(record, findings);
    if (unknown.areTooMany) break;
    const subject = subjectOf(record, base, basename(dump.path), page);
    for (const each of withoutRepeated(findings.map((finding) => ({ subject, finding }))))
      await onFinding(each);
  }
  if (unknown.areAll) throw notThisVocabulary(dump.path, unknown);
  return again;
}

/** A record of others, named by its IRI. */
const foreignRef = (iri: string) => ({ kind: 'omission', id: iri }) as const;
