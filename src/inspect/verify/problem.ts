import { FolkloreError, messageOf } from '../../base/errors.js';
import { TooLong } from '../../rdf/formats/dump-file.js';

/** Something in a release that is not what it should be. */
export interface ReleaseProblem {
  /** Below the folder of the release. */
  readonly file: string;
  /** What is wrong, as the end of a sentence that begins with the file. */
  readonly wrong: string;
  /** A whole sentence. */
  readonly remedy: string;
}

/** Where a problem is told. */
export type Tell = (file: string, wrong: string, remedy?: string) => void;

/** What nearly always helps. */
export const FETCH_AGAIN = 'Fetch the release again, or build it again.';

/** What must not wait: something is published that must not be. */
export const WITHDRAW = 'Take this release from the web, and report it.';

/**
 * Why a file could not be read, as the end of a sentence that has named it.
 *
 * @throws FolkloreError when it is because somebody has stopped the reading
 */
export function whyUnreadable(path: string, thrown: unknown): string {
  if (thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED') throw thrown;
  if (thrown instanceof TooLong) return 'it has a line that is too long';
  return messageOf(thrown).replace(`${path} cannot be read: `, '').replace(/\.$/, '');
}

/** What is held of one file, so that one that is wrong from end to end leaves room for others; the rest is counted. */
const MOST_OF_A_FILE = 10;
/** What is held at all. */
const MOST = 1000;
/** What a file says goes into messages, and a text in it may be of any length. */
const LONGEST = 1000;

/** Some problems, and how many there are in all. */
export interface ProblemList {
  readonly held: readonly ReleaseProblem[];
  readonly count: number;
}

/** The problems of a release: the first of each file, and how many there are. */
export class Problems {
  readonly #held: ReleaseProblem[] = [];
  readonly #told = new Map<string, number>();
  #count = 0;

  readonly tell: Tell = (file, wrong, remedy = FETCH_AGAIN) => {
    this.#count += 1;
    const key = `${remedy === WITHDRAW ? '!' : ' '}${file}`;
    const before = this.#told.get(key) ?? 0;
    if (before >= MOST_OF_A_FILE || this.#held.length >= MOST) return;
    this.#told.set(key, before + 1);
    this.#held.push({ file, wrong: shortened(wrong, LONGEST), remedy });
  };

  /** All problems, held or not. */
  get count(): number {
    return this.#count;
  }

  /** The problems as plain data. */
  get list(): ProblemList {
    return { held: this.#held, count: this.#count };
  }

  addAll({ held, count }: ProblemList): void {
    for (const { file, wrong, remedy } of held) this.tell(file, wrong, remedy);
    this.#count += count - held.length;
  }

  /** Those that are held: first what must be taken from the web, then in the order in which they were found. */
  get held(): readonly ReleaseProblem[] {
    const isGrave = ({ remedy }: ReleaseProblem): boolean => remedy === WITHDRAW;
    return [...this.#held.filter(isGrave), ...this.#held.filter((one) => !isGrave(one))];
  }
}

/** The beginning of a text. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
