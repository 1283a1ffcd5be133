import { FolkloreError, messageOf } from '../../../base/errors.js';
import { TooLong } from '../../../model/rdf/formats/recognise-dump.js';

/** A fault of a release. */
export interface ReleaseProblem {
  /** Below the folder of the release. */
  readonly file: string;
  /** The fault, as the end of a sentence that begins with the file. */
  readonly wrong: string;
  /** A whole sentence. */
  readonly remedy: string;
}

/** Adds a problem. */
export type AddProblem = (file: string, wrong: string, remedy?: string) => void;

/** The remedy for most problems. */
export const FETCH_AGAIN = 'Fetch the release again, or build it again.';

/** The remedy when something is published that must not be. */
export const WITHDRAW = 'Take this release from the web, and report it.';

/**
 * The reason why a file could not be read, for a sentence that has named the file.
 *
 * @throws FolkloreError INTERRUPTED when the user has stopped the run
 */
export function whyUnreadable(path: string, thrown: unknown): string {
  if (thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED') throw thrown;
  if (thrown instanceof TooLong) return 'it has a line that is too long';
  return messageOf(thrown).replace(`${path} cannot be read: `, '').replace(/\.$/, '');
}

/** Problems of one file that are listed; the rest is counted. */
const MOST_OF_A_FILE = 10;
/** Problems that are listed in all. */
const MOST = 1000;
/** Characters of a message: texts of files go into messages. */
const LONGEST = 1000;

/** The problems that are kept, and the number of all. */
export interface ProblemList {
  readonly held: readonly ReleaseProblem[];
  readonly count: number;
}

/** The problems of a release: the first of each file, and the number of all. */
export class Problems {
  readonly #held: ReleaseProblem[] = [];
  readonly #ofFile = new Map<string, number>();
  #count = 0;

  readonly addProblem: AddProblem = (file, wrong, remedy = FETCH_AGAIN) => {
    this.#count += 1;
    const key = `${remedy === WITHDRAW ? '!' : ' '}${file}`;
    const before = this.#ofFile.get(key) ?? 0;
    if (before >= MOST_OF_A_FILE || this.#held.length >= MOST) return;
    this.#ofFile.set(key, before + 1);
    this.#held.push({ file, wrong: shortened(wrong, LONGEST), remedy });
  };

  /** The number of all problems, kept or not. */
  get count(): number {
    return this.#count;
  }

  /** The problems as plain data. */
  get list(): ProblemList {
    return { held: this.#held, count: this.#count };
  }

  merge({ held, count }: ProblemList): void {
    for (const { file, wrong, remedy } of held) this.addProblem(file, wrong, remedy);
    this.#count += count - held.length;
  }

  /** The problems that are kept: first those that must not wait, then in the order in which they were found. */
  get held(): readonly ReleaseProblem[] {
    const isUrgent = ({ remedy }: ReleaseProblem): boolean => remedy === WITHDRAW;
    return [...this.#held.filter(isUrgent), ...this.#held.filter((one) => !isUrgent(one))];
  }
}

/** The beginning of a text. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
