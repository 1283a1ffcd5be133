import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathBelow } from '../../base/file-bytes.js';
import { DATA_BASE, inVocabularyBase } from '../../model/rdf/iris.js';
import { type Language, QUESTIONS_IN_IRISH } from '../browse/interface-words.js';
import type { Site } from '../browse/site.js';

/** A question that can be asked of a release. */
export interface Question {
  readonly number: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly query: string;
}

const FILE = /^q\d\d-[^/]*\.rq$/;
const NUMBER = 'q01'.length;
/** The questions of this program. */
const OWN = new URL('../../../queries/', import.meta.url);

/**
 * The questions of a release: `queries/q01-….rq`, each with the first sentence of its remarks as title. Those of this program
 * that the release lacks are added, with the bases of the release.
 */
export async function questionsOf({ files, release, manifest }: Site): Promise<Question[]> {
  const names = [...files.keys()].flatMap((path) => {
    const name = path.startsWith('queries/') ? path.slice('queries/'.length) : '';
    return FILE.test(name) ? [name] : [];
  });
  const theirs = await Promise.all(
    names.map(async (name) =>
      questionOf(name, await readFile(await pathBelow(release, `queries/${name}`), 'utf8')),
    ),
  );
  const known = new Set(theirs.map(({ number }) => number));
  const inBases = (text: string): string =>
    inVocabularyBase(text, manifest.vocabularyBase).replaceAll(DATA_BASE, () => manifest.base);
  const ours = readdirSync(OWN)
    .filter((name) => FILE.test(name) && !known.has(name.slice(0, NUMBER)))
    .map((name) => questionOf(name, inBases(readFileSync(new URL(name, OWN), 'utf8'))));
  return [...theirs, ...ours].toSorted((one, other) => (one.number < other.number ? -1 : 1));
}

function questionOf(name: string, query: string): Question {
  const number = name.slice(0, NUMBER);
  const title = titleOf(query) ?? number;
  return { number, title: { en: title, ga: QUESTIONS_IN_IRISH[number] ?? title }, query };
}

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
