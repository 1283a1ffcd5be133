import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * The lane of a test file is the end of its name: `.slow.test.ts` starts a process, a browser or a store, or makes a release;
 * `.stores.test.ts` needs triple stores; every other file is in the fast lane, which `npm test` runs.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What only a slow file may import. */
const SLOW = [
  'node:child_process',
  'node:worker_threads',
  'playwright-core',
  'src/pipeline/publish/build.ts',
  'src/pipeline/shards/thread-runner.ts',
  'src/features/query/engine.ts',
];

/** Folders of tests that are not of a folder of `src`: of other folders of the repository, or of the whole program. */
const OTHERS = /^$|^(bench|conformance|deploy|docs|e2e|golden|promises|shapes|support|vocabulary)(\/|$)/;

const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('test', file));
const tests = files.filter((file) => file.endsWith('.test.ts'));

/** The imports of a file that are there when it runs: modules of `test` and `src` by their path, packages by their name. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^import (?!type )(?:(?:[^'](?!^import))*? from )?'([^']+)'/gm)]
    .filter(([statement]) => !/\{(\s*type [^,}]*,?)+\s*\} from/.test(statement))
    .map(([, target = '']) =>
      target.startsWith('.') ? join(dirname(file), target).replace(/\.js$/, '.ts') : target,
    );
}

const reasons = new Map<string, readonly string[] | undefined>();
/** The way by which a file reaches something slow. */
function slowImport(file: string): readonly string[] | undefined {
  if (!reasons.has(file)) {
    reasons.set(file, undefined);
    for (const target of importsOf(file)) {
      const way = SLOW.includes(target)
        ? [target]
        : target.startsWith('test/') && existsSync(join(ROOT, target))
          ? slowImport(target)
          : undefined;
      if (way !== undefined) reasons.set(file, [file, ...way]);
    }
  }
  return reasons.get(file);
}

it('a fast file imports nothing slow; in `promises` stands each promise once, from outside', () => {
  const fast = tests.filter(
    (file) => !/\.(slow|stores)\.test\.ts$|^test\/(features\/)?promises[./]/.test(file),
  );
  expect(fast.length).toBeGreaterThan(100);
  expect(fast.flatMap((file) => slowImport(file)?.join(' → ') ?? [])).toEqual([]);
  expect(slowImport('test/support/warm.ts')).toBeDefined();
});

it('tests of a file of `src` are in the same folder of `test`', () => {
  const folders = new Set(tests.map((file) => relative('test', dirname(file))));
  const homeless = [...folders].filter(
    (folder) => !OTHERS.test(folder) && !existsSync(join(ROOT, 'src', folder)),
  );
  expect(homeless).toEqual([]);
});
