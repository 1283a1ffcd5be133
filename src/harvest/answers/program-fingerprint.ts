import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../..', import.meta.url));

/** The wings whose code decides what an index of an answer holds. */
const INDEXED = ['base', 'model', 'harvest'];

/** The fingerprint of the program as far as indexes of answers depend on it. */
export const indexFingerprint = (): string => programFingerprint(INDEXED);

const fingerprints = new Map<string, string>();

/**
 * SHA-256 over code and data files of this program, and over the versions of the packages that it uses.
 *
 * @param folders relative to the folder of the code
 */
export function programFingerprint(folders: readonly string[]): string {
  const key = folders.join(' ');
  const fingerprint = fingerprints.get(key) ?? computeFingerprint(folders);
  fingerprints.set(key, fingerprint);
  return fingerprint;
}

function computeFingerprint(folders: readonly string[]): string {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(PROGRAM, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.d)\.(?:[jt]sx?|ttl|jsonld|json|tsv|md|rq|yaml)$/.test(file))
        .map((file) => join(folder, file)),
    )
    .sort();
  const hash = createHash('sha256').update(readFileSync(join(dirname(PROGRAM), 'package.json')));
  hash.update(installedPackages().join('\n'));
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(PROGRAM, file)));
  return hash.digest('hex');
}

/** The packages that npm has installed for running this program, with their versions; none where it wrote no list. */
function installedPackages(): readonly string[] {
  const list = join(dirname(PROGRAM), 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return [];
  const { packages } = JSON.parse(readFileSync(list, 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, { version }]) => `${path} ${version}`);
}
