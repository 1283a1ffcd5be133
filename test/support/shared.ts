import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * A folder that all test files of a run read. The first file that asks for it makes its content; the others wait.
 *
 * @param make writes into the folder
 */
export async function sharedOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('sharedFolder'), name);
  const finished = join(folder, 'finished');
  try {
    await mkdir(folder);
  } catch {
    while (!existsSync(finished)) {
      if (!existsSync(folder)) throw new Error(`another test file could not make ${name}`);
      await sleep(50);
    }
    return folder;
  }
  try {
    await make(folder);
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    throw thrown;
  }
  await writeFile(finished, '');
  return folder;
}
