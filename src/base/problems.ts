/** A fault that a verification has found. */
export interface Problem {
  /** Below the folder that is verified; of a SPARQL store the graph. */
  readonly file: string;
  /** The fault, as the end of a sentence that begins with the file. */
  readonly wrong: string;
  /** A whole sentence. */
  readonly remedy: string;
}

/** Adds a problem. */
export type AddProblem = (file: string, wrong: string, remedy?: string) => void;

/** The remedy when something is published that must not be. */
export const WITHDRAW = 'Take this release from the web, and report it.';

/** Problems of one file that are listed; the rest is counted. */
const MOST_OF_A_FILE = 10;
/** Problems that are listed in all. */
const MOST = 1000;
/** Characters of a message: texts of files go into messages. */
const LONGEST = 1000;

/** The problems of a verification as plain data. */
export interface ProblemList {
  /** The first of each file: those that must not wait, then in the order in which they were found. */
  readonly problems: readonly Problem[];
  /** The number of all problems, listed or not. */
  readonly count: number;
}

/** The problems of a verification: the first of each file, and the number of all. */
export class Problems {
  readonly #remedy: string;
  readonly #held: Problem[] = [];
  readonly #ofFile = new Map<string, number>();
  #count = 0;

  /** @param remedy of a problem that is added without one */
  constructor(remedy: string) {
    this.#remedy = remedy;
  }

  readonly addProblem: AddProblem = (file, wrong, remedy = this.#remedy) => {
    this.#count += 1;
    const key = `${remedy === WITHDRAW ? '!' : ' '}${file}`;
    const before = this.#ofFile.get(key) ?? 0;
    if (before >= MOST_OF_A_FILE || this.#held.length >= MOST) return;
    this.#ofFile.set(key, before + 1);
    this.#held.push({ file, wrong: shortened(wrong, LONGEST), remedy });
  };

  merge({ problems, count }: ProblemList): void {
    for (const { file, wrong, remedy } of problems) this.addProblem(file, wrong, remedy);
    this.#count += count - problems.length;
  }

  get list(): ProblemList {
    const isUrgent = ({ remedy }: Problem): boolean => remedy === WITHDRAW;
    const problems = [...this.#held.filter(isUrgent), ...this.#held.filter((one) => !isUrgent(one))];
    return { problems, count: this.#count };
  }
}

/** The beginning of a text. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
