import { shellWord } from '../base/text.js';

/**
 * The commands from a configuration that the doctor has approved to the first release, with what each does.
 *
 * @param config its file; undefined where options and variables name everything
 */
export function firstRuns(config: string | undefined): readonly string[] {
  const given = config === undefined ? '' : ` --config ${commandWord(config)}`;
  return [
    `folklore-ld export --trial${given}  # minutes: a few volumes`,
    `folklore-ld plan${given}  # how long all records take`,
    `folklore-ld export${given}  # hours: all records`,
  ];
}

/** A path as one word of a command; quoted where a shell would read it otherwise. */
export const commandWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : shellWord(path));
