import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of others that tests run: by what it is found, and the package that has it. `.ci/run` reads the same table. */
interface Program {
  readonly command?: string;
  readonly file?: string;
  readonly python?: string;
  readonly debian?: string;
  readonly pip?: string;
  readonly for: string;
}

const PROGRAMS: Readonly<Record<string, Program>> = JSON.parse(
  readFileSync(new URL('programs.json', import.meta.url), 'utf8'),
);

const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

function hasModule(name: string): boolean {
  return ['/usr/bin/python3', 'python3'].some((python) => {
    try {
      execFileSync(python, ['-c', `import ${name}`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** The programs that are absent, each with how to get it. */
export const absentPrograms = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([name, { command, file, python, debian, pip }]) => {
    const isThere =
      command !== undefined
        ? isOnPath(command)
        : file !== undefined
          ? existsSync(file)
          : hasModule(python ?? '');
    return isThere
      ? []
      : [`${name} (${debian === undefined ? `pip install ${pip}` : `apt install ${debian}`})`];
  });
