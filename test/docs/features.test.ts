import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEMBERS, SECONDS } from '../../src/pipeline/plan/feature-members.js';

/** The list of the members of a feature: what holds for them at run time, and what the docstrings of their types say. */

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** The first paragraphs of the docstrings of an interface, by the paths of its members. */
function docstringsOf(file: string, name: string, above = ''): [string, string][] {
  const [, indent = '', body = ''] =
    new RegExp(`^( *)(?:export )?interface ${name} \\{([\\s\\S]*?)^\\1\\}`, 'm').exec(read(file)) ?? [];
  let outer = '';
  return [...body.matchAll(/^( *)\/\*\*([\s\S]*?)\*\/\s*(?:readonly )?(\w+)\??[:(]/gm)].map(
    ([, own = '', text = '', member = '']) => {
      if (own.length === indent.length + 2) outer = member;
      const path = own.length === indent.length + 2 ? member : `${outer}.${member}`;
      const [paragraph = ''] = text
        .replace(/^ *\* ?/gm, '')
        .trim()
        .split(/\n\n|\n@/);
      return [`${above}${path}`, paragraph.replaceAll('\n', ' ').trim()];
    },
  );
}

const DOCSTRINGS = new Map([
  ...docstringsOf('src/cli/feature.ts', 'Feature'),
  ...docstringsOf('src/pipeline/plan/build-feature.ts', 'BuildFeature', 'build().'),
  ...docstringsOf('src/cli/feature.ts', 'AroundBuild', 'aroundBuild().'),
  ...readdirSync(new URL('src/features', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => docstringsOf(`src/features/${file}`, 'Additions', 'adds.')),
]);
// What the program itself adds to a feature.
DOCSTRINGS.delete('module');

const ROWS = Object.entries(MEMBERS).filter(([, { form }]) => form !== undefined);

/** The member that a function is in, or comes from. */
const memberOf = (path: string): string =>
  ROWS.reduce((found, [one]) => (path.startsWith(one) && one.length > found.length ? one : found), '');

/** The limits of a member and of what it holds or returns, the first one first. */
function timeOf(path: string): string {
  const own = Object.entries(MEMBERS).filter(([other]) => memberOf(other) === path);
  const words = own.flatMap(([, { limit }]) => {
    if (limit === undefined) return [];
    const seconds = SECONDS[limit];
    if (seconds === Number.POSITIVE_INFINITY) return ['no limit'];
    return [seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`];
  });
  return [...new Set(words)].join(', then ');
}

test('each member has a docstring, and a row for the check at loading', () => {
  expect([...DOCSTRINGS.keys()].sort()).toEqual(ROWS.map(([path]) => path).sort());
});

test('the list of members in docs/features.md is fresh; `npm run docs` makes it anew', async () => {
  const costs = [...new Set(ROWS.map(([, { fails }]) => fails))];
  const sections = costs.map((cost) => {
    const lines = ROWS.filter(([, { fails }]) => fails === cost).map(([path, { called }]) => {
      // 30 s is usual.
      const facts = [called, timeOf(path).replace(/^30 s$/, '')];
      const known = facts.filter((fact) => fact !== undefined && fact !== '').join('; ');
      return `- **\`${path.replace('()', '')}\`** ${DOCSTRINGS.get(path)}${known === '' ? '' : ` *${known}*`}`;
    });
    return `${cost === undefined ? 'Plain values' : `An error costs ${cost}`}:\n\n${lines.join('\n')}`;
  });
  const table = sections.join('\n\n');
  const page = read('docs/features.md').replace(
    /(?<=<!-- members: [^\n]*\n)[\s\S]*(?=<!-- \/members -->)/,
    () => `\n${table}\n\n`,
  );
  await expect(page).toMatchFileSnapshot('../../docs/features.md');
});
