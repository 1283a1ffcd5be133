import { existsSync, readFileSync } from 'node:fs';
import { programAt } from '../../src/base/programs.js';
import { pythonWith } from './python.js';

/** An external program that tests run: how tests find the program, and the package that contains the program. `.ci/run` reads the same table. */
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

async function isThere({ command, file, python }: Program): Promise<boolean> {
  if (command !== undefined) return (await programAt(command)) !== undefined;
  if (file !== undefined) return existsSync(file);
  return python !== undefined && (await pythonWith(python)) !== undefined;
}

/** The programs that are absent, each with how to get it. */
export async function absentPrograms(): Promise<string[]> {
  const absent: string[] = [];
  for (const [name, program] of Object.entries(PROGRAMS)) {
    if (await isThere(program)) continue;
    const { debian, pip } = program;
    absent.push(`${name} (${debian === undefined ? `pip install ${pip}` : `apt install ${debian}`})`);
  }
  return absent;
}
