import type { Severity } from '../shacl/finding.js';
import { beginning, locationOf, type Outcome, type ReportedFinding } from './reported-finding.js';

/** Enough to see what is meant; whoever wants all of them reads the list. */
const EXAMPLES = 3;
/** Messages by which findings of one cause are told apart; those of others join the last. */
const MOST_MESSAGES = 20;
/** Characters of a value or a name that an example shows. */
const SHOWN = 500;

/** One record that shows what is wrong. */
export interface FindingExample {
  readonly kind: string;
  readonly id?: number | string;
  readonly label?: string;
  /** Its page, or else the request that brought it, or the dump it stands in. */
  readonly address?: string;
  readonly focus: string;
  readonly value?: string;
  readonly field?: string;
  /** What is wrong with it, where that differs from what the group says. */
  readonly message?: string;
  readonly outcome: Outcome;
}

/** Findings of one shape and one cause. */
export interface FindingGroup {
  readonly severity: Severity;
  readonly shape: string;
  readonly constraint: string;
  readonly path?: string;
  readonly message: string;
  readonly messageGA?: string;
  /** What the shape calls the property. */
  readonly name?: string;
  readonly expected?: string;
  readonly count: number;
  /** Records by kind, as people call them. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly examples: readonly FindingExample[];
}

type Growing = Omit<FindingGroup, 'count' | 'kinds' | 'examples'> & {
  count: number;
  kinds: Record<string, number>;
  examples: FindingExample[];
};

const RANK: Readonly<Record<Severity, number>> = { violation: 0, warning: 1, info: 2 };

/** Findings put together by shape and cause, as they come: a hundred thousand of them are still a few groups. */
export class FindingGroups {
  readonly #groups = new Map<string, Growing>();
  readonly #messages = new Map<string, string[]>();
  readonly #totals: Record<Severity, number> = { violation: 0, warning: 0, info: 0 };

  add(told: ReportedFinding): void {
    const { finding, subject } = told;
    const { severity, shape, constraint, path, message, messageGA, name, expected } = finding;
    this.#totals[severity] += 1;
    const key = this.#keyOf(finding);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = {
        ...{ severity, shape, constraint, message: beginning(message, SHOWN) },
        ...(path === undefined ? {} : { path }),
        ...(messageGA === undefined ? {} : { messageGA }),
        ...(name === undefined ? {} : { name }),
        ...(expected === undefined ? {} : { expected }),
        ...{ count: 0, kinds: {}, examples: [] },
      };
      this.#groups.set(key, group);
    }
    group.count += 1;
    group.kinds[subject.called] = (group.kinds[subject.called] ?? 0) + 1;
    if (group.examples.length < EXAMPLES) group.examples.push(exampleOf(told, group.message));
  }

  /** Findings of one cause have one message, but for some that name what they met: of such there may be any number. */
  #keyOf({ severity, shape, path, constraint, message, expected }: ReportedFinding['finding']): string {
    const cause = JSON.stringify([severity, shape, path, constraint, expected]);
    const messages = this.#messages.get(cause) ?? [];
    this.#messages.set(cause, messages);
    if (!messages.includes(message) && messages.length < MOST_MESSAGES) messages.push(message);
    return `${cause} ${messages.includes(message) ? message : messages.at(-1)}`;
  }

  get totals(): Readonly<Record<Severity, number>> {
    return this.#totals;
  }

  /** The gravest first, then the most frequent, then by name. */
  groups(): readonly FindingGroup[] {
    return [...this.#groups]
      .sort(
        ([aKey, a], [bKey, b]) =>
          RANK[a.severity] - RANK[b.severity] || b.count - a.count || (aKey < bKey ? -1 : 1),
      )
      .map(([, group]) => group);
  }
}

function exampleOf({ subject, finding, field }: ReportedFinding, said: string): FindingExample {
  const { kind, id, label, outcome } = subject;
  const address = locationOf(subject);
  const message = beginning(finding.message, SHOWN);
  return {
    kind,
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { label: beginning(label, SHOWN) }),
    ...(address === undefined ? {} : { address }),
    focus: finding.focus,
    ...(finding.value === undefined ? {} : { value: beginning(finding.value, SHOWN) }),
    ...(field === undefined ? {} : { field }),
    ...(message === said ? {} : { message }),
    outcome,
  };
}
