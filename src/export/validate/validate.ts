import { basename } from 'node:path';
import { interrupted } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Digest } from '../../report/digest.js';
import type { ReportFiles } from '../../report/report.js';
import type { Told } from '../../report/told.js';
import { type ReportFacts, type ValidationJson, validationJson } from '../../report/validation-json.js';
import type { DumpFile } from '../../sinks/reading/dump-file.js';
import { type DumpRecord, recordsIn } from '../../sinks/reading/records.js';
import type { Remark } from '../across/check.js';
import { IriSet } from '../across/iri-set.js';
import { References } from '../across/references.js';
import { KINDS } from '../kinds.js';
import { refOfIri } from '../unit-iri.js';
import type { Voice } from '../voice.js';
import { findingsOf } from './findings.js';
import type { Dumps } from './release-folder.js';
import { notOurs, Strangers } from './strangers.js';
import { subjectOf } from './subject.js';
import { Targets } from './targets.js';

/** What was validated, and what was found. */
export interface Validated {
  readonly report: ValidationJson;
  readonly records: number;
  readonly quads: number;
  /** Files in which the statements about a record stand apart, and how many records that befell. */
  readonly scattered: readonly { readonly file: string; readonly records: number }[];
}

/** What is done with each finding, and with each record. */
interface Listener {
  tell(told: Told): Promise<void>;
  met(record: DumpRecord): void;
}

/**
 * Validates dumps record by record, each file in one pass, as a build would: lawful terms first, then the shapes; and
 * for a whole release, that no reference leads nowhere.
 *
 * @param voice of the bases of the dumps
 * @param files where the findings are written one by one; absent: nowhere
 * @throws FolkloreError FILE_UNREADABLE naming file and line; or when nothing in a file is of a class the shapes know
 */
export async function validate(
  dumps: Dumps,
  voice: Voice,
  report: Report,
  signal: AbortSignal,
  files?: ReportFiles,
): Promise<Validated> {
  const digest = new Digest();
  const targets = new Targets(dumps.base);
  const scattered: { file: string; records: number }[] = [];
  let [records, quads] = [0, 0];
  const listener: Listener = {
    tell: async (told) => {
      digest.add(told);
      await files?.add(told);
    },
    met: (record) => {
      checkGoingOn(signal);
      // Pages of others that a record speaks of are no records.
      if (record.iri.startsWith(dumps.base)) records += 1;
      quads += record.quads.length;
      if (dumps.isWhole) targets.take(record);
    },
  };
  for (const [position, dump] of dumps.files.entries()) {
    report({ event: 'progress', what: 'validate', done: position, total: dumps.files.length });
    const again = await validateFile(dump, dumps.base, voice, listener);
    if (again > 0) scattered.push({ file: basename(dump.path), records: again });
  }
  for await (const { record, finding } of astray(dumps, voice, targets, signal)) {
    const { kind, id } = record;
    const subject = { kind, called: KINDS[kind].called, id, outcome: 'published' } as const;
    await listener.tell({ subject, finding });
  }
  // Of a single file it says nothing that most shapes met nothing.
  const facts: ReportFacts = {
    counts: {},
    shapesMet: dumps.isWhole ? voice.checker.shapesMet() : new Map(),
  };
  return { report: (await files?.finish(facts)) ?? validationJson(digest, facts), records, quads, scattered };
}

/** Who refers to what is not there. Hardly a release has any: only then its files are read once more. */
async function* astray(
  { files, base }: Dumps,
  { language, toQuads }: Voice,
  targets: Targets,
  signal: AbortSignal,
): AsyncGenerator<Remark> {
  if (targets.areThere) return;
  const references = new References(base);
  for (const dump of files) {
    for await (const record of recordsIn(dump, { context: language.context, toQuads })) {
      checkGoingOn(signal);
      const ref = refOfIri(record.iri, base) ?? strange(record.iri);
      references.take(record.iri, ref, targets.astray(record));
    }
  }
  yield* references.end();
}

function checkGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw interrupted('validating', 'nothing was changed');
}

/** @returns how often a record was met of which something had been said before */
async function validateFile(
  dump: DumpFile,
  base: string,
  { checker, context, toQuads, language }: Voice,
  { tell, met }: Listener,
): Promise<number> {
  const seen = new IriSet();
  const strangers = new Strangers(checker);
  const page = context.terms.get('url')?.iri;
  let again = 0;
  for await (const record of recordsIn(dump, { context: language.context, toQuads })) {
    met(record);
    if (seen.has(record.iri)) again += 1;
    else seen.add(record.iri);
    const findings = await findingsOf(record, checker);
    strangers.meet(record, findings);
    if (strangers.areTooMany) break;
    for (const finding of findings) {
      await tell({ subject: subjectOf(record, base, basename(dump.path), page), finding });
    }
  }
  if (strangers.areAll) throw notOurs(dump.path, strangers);
  return again;
}

/** What is none of ours goes by the whole of its IRI. */
const strange = (iri: string) => ({ kind: 'omission', id: iri }) as const;
