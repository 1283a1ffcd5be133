import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A row of dirt.yaml: what ought to become of a record with one kind of dirt. */
export interface Outcome {
  readonly row: string;
  readonly becomes: 'clean' | 'published' | 'rejected' | 'unreadable' | 'withheld';
  readonly findings: readonly Expected[];
  /** Where nothing is found any more: `date dateProblem`. */
  readonly noMore: readonly string[];
}
interface Expected {
  readonly finding: string;
  readonly perhaps: boolean;
  /** The other record, or kind of record, that it is found in. */
  readonly where?: string | undefined;
}

const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = parse(
  readFileSync(new URL('dirt.yaml', import.meta.url), 'utf8'),
);

/** The names of all rows: `person: nameless`. */
export const ROWS: readonly string[] = Object.entries(TABLE).flatMap(([kind, rows]) =>
  Object.keys(rows).map((way) => `${kind}: ${way}`),
);

const PARTS: Readonly<Record<string, string>> = {
  date: 'date ',
  birthDate: 'birth-date ',
  deathDate: 'death-date ',
};

/** What ought to become of a record of a kind that is dirty in a way. */
export function outcomeOf(kind: string, way: string): Outcome {
  const [, field = '', ofDate] = /^([a-zA-Z]+): (.*)$/.exec(way) ?? [];
  const name = ofDate ?? way;
  const part = PARTS[field] ?? '';
  const kinds =
    ofDate === undefined
      ? [kind, `a${/item$/.test(kind) ? 'n' : ''} ${kind.replace(/.* /, '')}`]
      : ['a date'];
  const found = kinds.find((one) => TABLE[one]?.[name] !== undefined);
  const [becomes, ...rest] = TABLE[found ?? '']?.[name]?.split(', ') ?? [];
  if (becomes === undefined) throw new Error(`dirt.yaml does not say what becomes of '${way}', ${kind}`);
  const noMore = rest.filter((one) => one.startsWith('no more ')).map((one) => one.slice('no more '.length));
  const findings = rest
    .filter((one) => !one.startsWith('no more '))
    .map((one) => {
      const [, perhaps, severity, place, where] = /^(perhaps )?(\w+) (.*?)(?: in (.+))?$/.exec(one) ?? [];
      if (where === undefined) noMore.push(`${part}${place}`);
      return { finding: `${severity} ${part}${place}`, perhaps: perhaps !== undefined, where };
    });
  return { row: `${found}: ${name}`, becomes: becomes as Outcome['becomes'], findings, noMore };
}
