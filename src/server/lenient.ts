import { answer, type HostedService } from './answer.js';
import type { Answer, Request } from './exchange.js';
import { Refusal } from './problem.js';
import { isKnown } from './read-parameters.js';
import { routeTo } from './route.js';
import { parseTarget } from './target.js';

/** How many ignored names are told, and how much of each: a header is no place for more. */
const NAMES_TOLD = 40;
const LETTERS_TOLD = 60;

/** What a parameter without a name is called. */
const NAMELESS = '(nameless)';

/**
 * Answers as the live services do: parameters that the path does not know are ignored, and named in the header
 * X-Ignored-Parameters; everything else stays as it is (wire-format 2).
 */
export function answerLeniently(hosted: HostedService, request: Request): Answer {
  const ignored = ignoredPairs(hosted, request.target);
  if (ignored.length === 0) return answer(hosted, request);
  const known = answer(hosted, { ...request, target: without(request.target, ignored) });
  const names = ignored.map(({ name }) => name);
  return {
    ...known,
    headers: {
      ...known.headers,
      'x-ignored-parameters': told(names, hosted.secrets),
    },
  };
}

/** The pairs of a query that the path knows nothing of, with their places in it; none where nothing is found. */
function ignoredPairs({ service }: HostedService, target: string) {
  try {
    const { path, pairs } = parseTarget(target);
    const { endpoint } = routeTo(service, path);
    return pairs.map(({ name }, place) => ({ name, place })).filter(({ name }) => !isKnown(name, endpoint));
  } catch (thrown) {
    // What cannot be read or found is refused by the answer itself.
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
}

/** A target without some of its pairs, which are counted as `parseTarget` counts them. */
function without(target: string, pairs: readonly { readonly place: number }[]): string {
  const mark = target.indexOf('?');
  const left = target
    .slice(mark + 1)
    .replace(/#.*$/s, '')
    .split('&')
    .filter((pair) => pair !== '')
    .filter((_, place) => !pairs.some((pair) => pair.place === place));
  return `${target.slice(0, mark)}?${left.join('&')}`;
}

/** Names as a header can carry them: percent-encoded, each once, shortened, and never a key. */
function told(names: readonly string[], secrets: readonly string[]): string {
  const safe = [...new Set(names)].slice(0, NAMES_TOLD).map((name) => {
    const concealed = secrets.reduce((text, secret) => text.replaceAll(secret, '(key)'), name);
    const letters = [...concealed];
    const shown = letters.slice(0, LETTERS_TOLD).join('');
    if (shown === '') return NAMELESS;
    return encodeURIComponent(shown) + (letters.length > LETTERS_TOLD ? '...' : '');
  });
  return safe.join(', ');
}
