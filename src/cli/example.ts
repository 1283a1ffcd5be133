import { fileURLToPath } from 'node:url';
import { isScalar, parseDocument, stringify } from 'yaml';

/** The configuration that the package brings along: every setting, with its default and its meaning. */
export const EXAMPLE = fileURLToPath(new URL('../../folklore-ld.config.yaml', import.meta.url));

/** What may be said of an installation when its configuration is written; the example has the rest. */
export interface FilledIn {
  readonly archiveUrl?: string | undefined;
  readonly placenamesUrl?: string | undefined;
  readonly gender?: string | undefined;
  readonly contact?: string | undefined;
}

/** Where in the file each of them stands. */
const PATHS: Readonly<Record<keyof FilledIn, readonly [string, ...string[]]>> = {
  archiveUrl: ['services', 'archive', 'url'],
  placenamesUrl: ['services', 'placenames', 'url'],
  gender: ['services', 'archive', 'gender'],
  contact: ['contact'],
};

/**
 * The example with some values replaced. Everything else stays as it is, to the byte: comments, order and
 * alignment.
 *
 * @throws Error when the example has no line for a value: it is ours, so that is a fault of this package
 */
export function fillIn(example: string, filledIn: FilledIn): string {
  let text = example;
  for (const name of Object.keys(PATHS) as (keyof FilledIn)[]) {
    const value = filledIn[name];
    if (value !== undefined) text = replaced(text, PATHS[name], value);
  }
  return text;
}

function replaced(text: string, path: readonly [string, ...string[]], value: string): string {
  const written = stringify(value, { blockQuote: false, lineWidth: 0 }).trimEnd();
  const node = parseDocument(text).getIn(path, true);
  if (isScalar(node) && node.range) {
    const [from, to] = node.range;
    const padding = /^ +(?=#)/.exec(text.slice(to))?.[0] ?? '';
    // A comment behind the value stays in its column for as long as there is room.
    const room = Math.max(padding.length - (written.length - (to - from)), padding === '' ? 0 : 1);
    return `${text.slice(0, from)}${written}${' '.repeat(room)}${text.slice(to + padding.length)}`;
  }
  return uncommented(text, path[0], written);
}

/** An optional setting stands in the example as a comment: `# contact: data-team@example.org`. */
function uncommented(text: string, key: string, written: string): string {
  const line = new RegExp(`^# ${key}:.*$`, 'm');
  if (!line.test(text)) throw new Error(`the packaged example has no line for ${key}`);
  return text.replace(line, () => `${key}: ${written}`);
}
