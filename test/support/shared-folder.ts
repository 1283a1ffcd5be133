import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for what test files share; removed when the run is over. */
    sharedFolder: string;
  }
}

/** A file system in memory, as most Linux systems have it. */
const MEMORY = '/dev/shm';

/** Room that it must have, in bytes: many times as much as the tests take. */
const ROOM = 2 ** 31;

/** Makes the shared folder of a run (`globalSetup` of vitest), and all temporary folders of tests in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = (await folderInMemory()) ?? (await mkdtemp(join(tmpdir(), 'folklore-ld-')));
  // As the folder of temporary files is: other users write into it.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  project.provide('sharedFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** A folder in memory, where tests take a fifth less time. Undefined if TMPDIR is set, or without room or programs there. */
async function folderInMemory(): Promise<string | undefined> {
  if (process.env.TMPDIR !== undefined) return undefined;
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
  } catch {
    return undefined;
  }
  const folder = await mkdtemp(join(MEMORY, 'folklore-ld-'));
  try {
    const program = join(folder, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}
