import type { FolkloreError } from '../../base/errors.js';
import { unreadable } from '../../rdf/formats/dump-file.js';
import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import { rdf } from '../../rdf/iris.js';
import type { Checker } from '../../shacl/checker.js';
import type { Finding } from '../../shacl/finding.js';

/** Records after which nobody expects one of ours any more. */
const ENOUGH = 10_000;
/** Classes that are told. */
const TOLD = 3;

/** Finds out whether a file is a stranger's: nothing in it is of a class that the shapes know. */
export class UnknownVocabulary {
  readonly #checker: Checker;
  readonly #classes = new Map<string, number>();
  #met = 0;
  #strange = 0;
  #isKnown = false;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  meet({ quads }: DumpRecord, findings: readonly Finding[]): void {
    if (this.#isKnown) return;
    this.#met += 1;
    this.#strange += Number(findings.length > 0);
    this.#isKnown = this.#checker.knows(quads);
    for (const { predicate, object } of quads) {
      if (predicate.value === rdf.type)
        this.#classes.set(object.value, (this.#classes.get(object.value) ?? 0) + 1);
    }
  }

  /** Whether there is no hope. */
  get areTooMany(): boolean {
    return this.areAll && this.#strange >= ENOUGH;
  }

  /** Whether there was something, and nothing of it known. */
  get areAll(): boolean {
    return this.#met > 0 && !this.#isKnown;
  }

  /** The classes met most often. */
  toString(): string {
    const most = [...this.#classes].sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1));
    return most
      .slice(0, TOLD)
      .map(([type, count]) => `${count} × ${type}`)
      .join(', ');
  }
}

/** The error for a file in which there is nothing to check. */
export const notThisVocabulary = (path: string, strangers: UnknownVocabulary): FolkloreError =>
  unreadable(
    path,
    `it is RDF, but nothing in it is of a class that the shapes know; it holds ${String(strangers) || 'nodes without a class'}`,
  );
