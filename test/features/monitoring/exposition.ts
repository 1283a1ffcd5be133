/** A sample of the text format of Prometheus. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*';

/**
 * Reads the text format 0.0.4 as its documentation describes it: lines that end in a line feed; one HELP and one TYPE line
 * at most for each metric, before its samples; all lines of a metric in one group; each combination of labels once.
 *
 * @throws Error for a text that breaks a rule
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end in a line feed');
  const samples: Sample[] = [];
  const groups: string[] = [];
  const seen = new Set<string>();
  const once = (key: string) => {
    if (seen.has(key)) throw new Error(`twice: ${key}`);
    seen.add(key);
  };
  const enter = (name: string) => {
    if (groups.at(-1) === name) return;
    if (groups.includes(name)) throw new Error(`the lines of ${name} are not in one group`);
    groups.push(name);
  };
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line);
    if (comment !== null) {
      const [, what = '', name = '', rest = ''] = comment;
      enter(name);
      once(`${what} ${name}`);
      if (samples.some((sample) => sample.name === name))
        throw new Error(`${what} after a sample of ${name}`);
      if (what === 'TYPE' && !/^(counter|gauge|histogram|summary|untyped)$/.test(rest))
        throw new Error(`unknown type ${rest}`);
      if (what === 'HELP' && /\\(?![\\n])/.test(rest)) throw new Error(`bad escape in ${line}`);
      continue;
    }
    if (line.startsWith('#')) continue;
    const [, name = '', inner, value = ''] = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? [];
    if (name === '') throw new Error(`not a sample: ${line}`);
    enter(name);
    const labels = labelsIn(inner ?? '');
    once(JSON.stringify([name, Object.entries(labels).toSorted()]));
    if (!/^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|NaN|[+-]Inf)$/.test(value))
      throw new Error(`not a value: ${line}`);
    samples.push({ name, labels, value: Number(value) });
  }
  return samples;
}

function labelsIn(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  const pair = new RegExp(`(${LABEL})="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"(?:,|$)`, 'y');
  while (pair.lastIndex < text.length) {
    const at = pair.lastIndex;
    const [, label = '', value = ''] = pair.exec(text) ?? [];
    if (label === '') throw new Error(`not labels: ${text.slice(at)}`);
    labels[label] = value.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
  }
  return labels;
}
