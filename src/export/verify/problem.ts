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
