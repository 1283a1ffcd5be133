import type { FolkloreError } from '../../../base/errors.js';
import type { DumpRecord } from '../../../model/rdf/formats/read-dump.js';
import { unreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { rdf } from '../../../model/rdf/iris.js';
import type { Checker } from '../../../model/shacl/checker.js';
import type { Finding } from '../../../model/shacl/finding.js';

/** Records after which a known class is no longer expected. */
const ENOUGH = 10_000;
/** Classes in a message. */
const MOST_NAMED = 3;

/** Finds out whether a file has no class of the shapes. */
export class UnknownVocabulary {
  readonly #checker: Checker;
  readonly #classes = new Map<string, number>();
  #records = 0;
  #failed = 0;
  #isKnown = false;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  add({ quads }: DumpRecord, findings: readonly Finding[]): void {
    if (this.#isKnown) return;
    this.#records += 1;
    this.#failed += Number(findings.length > 0);
    this.#isKnown = this.#checker.knows(quads);
    for (const { predicate, object } of quads) {
      if (predicate.value === rdf.type)
        this.#classes.set(object.value, (this.#classes.get(object.value) ?? 0) + 1);
    }
  }

  /** Whether the file need not be read on. */
  get areTooMany(): boolean {
    return this.areAll && this.#failed >= ENOUGH;
  }

  /** Whether there were records, and no known class. */
  get areAll(): boolean {
    return this.#records > 0 && !this.#isKnown;
  }

  /** The most frequent classes. */
  toString(): string {
    const most = [...this.#classes].sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1));
    return most
      .slice(0, MOST_NAMED)
      .map(([type, count]) => `${count} × ${type}`)
      .join(', ');
  }
}

/** The error for a file in which there is nothing to check. */
export const notThisVocabulary = (path: string, unknown: UnknownVocabulary): FolkloreError =>
  unreadable(
    path,
    `it is RDF, but nothing in it is of a class that the shapes know; it holds ${String(unknown) || 'nodes without a class'}`,
  );

/** The error for files without a statement. */
export const nothingToValidate = (path: string): FolkloreError =>
  unreadable(path, 'it holds no statement, so that there is nothing to validate');
