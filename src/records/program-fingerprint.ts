import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rooms whose code decides what an index of an answer holds. */
const ROOMS = ['base', 'harvest', 'http', 'mapping', 'rdf', 'records', 'schema', 'services'];

const PROGRAM = dirname(dirname(fileURLToPath(import.meta.url)));

let fingerprint: string | undefined;

/** SHA-256 over the code that decides what an index of an answer holds, and over `package.json`: another program, another value. */
export function programFingerprint(): string {
  fingerprint ??= computeFingerprint();
  return fingerprint;
}

function computeFingerprint(): string {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(PROGRAM, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
      .map((file) => join(room, file)),
  ).sort();
  const hash = createHash('sha256').update(readFileSync(join(dirname(PROGRAM), 'package.json')));
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(PROGRAM, file)));
  return hash.digest('hex');
}
