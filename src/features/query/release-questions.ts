import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textBelow } from '../../base/file-bytes.js';
import { DATA_BASE, inVocabularyBase } from '../../model/rdf/iris.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';

/** A question that can be asked of a release. */
export interface Question {
  /** `q01`. */
  readonly number: string;
  /** The first sentence of its remarks. */
  readonly title: string;
  readonly query: string;
}

const FILE = /^q\d\d-[^/]*\.rq$/;
const NUMBER = 'q01'.length;
/** The questions of this program. */
const OWN = new URL('../../../queries/', import.meta.url);

/**
 * The questions of a release: `queries/q01-….rq`. Those of this program that the release lacks are added, with the bases of the
 * release.
 *
 * @param release its folder
 */
export async function questionsOf(
  release: string,
  { base, vocabularyBase }: Pick<ReleaseManifest, 'base' | 'vocabularyBase'>,
): Promise<readonly Question[]> {
  const theirs = await questionsIn(await readdir(join(release, 'queries')).catch(() => []), (name) =>
    textBelow(release, `queries/${name}`),
  );
  const known = new Set(theirs.map(({ number }) => number));
  const lacking = (await readdir(OWN)).filter((name) => !known.has(name.slice(0, NUMBER)));
  const ours = await questionsIn(lacking, async (name) =>
    inVocabularyBase(await readFile(new URL(name, OWN), 'utf8'), vocabularyBase).replaceAll(
      DATA_BASE,
      () => base,
    ),
  );
  return [...theirs, ...ours].toSorted((one, other) => (one.number < other.number ? -1 : 1));
}

const questionsIn = (
  names: readonly string[],
  read: (name: string) => Promise<string>,
): Promise<readonly Question[]> =>
  Promise.all(
    names
      .filter((name) => FILE.test(name))
      .map(async (name) => {
        const [number, query] = [name.slice(0, NUMBER), await read(name)];
        return { number, title: titleOf(query) ?? number, query };
      }),
  );

/** The remarks at the head of a query up to the first that is empty, as one line. */
function titleOf(query: string): string | undefined {
  const lines = query.split(/\r?\n/);
  const end = lines.findIndex((line) => !/^#\s*\S/.test(line));
  const title = lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.replace(/^#\s*/, '').trim())
    .join(' ');
  return title === '' ? undefined : title;
}
