import type { Severity } from '../shacl/finding.js';
import { beginning, locationOf, type Outcome, type ReportedFinding } from './reported-finding.js';

/** Examples of a group. */
const EXAMPLES = 3;
/** Messages that make groups of their own; findings with further messages join the last. */
const MOST_MESSAGES = 20;
/** Characters of a value or a name in an example. */
const SHOWN = 500;

/** A finding as an example. */
export interface FindingExample {
  readonly kind: string;
  readonly id?: number | string;
  readonly label?: string;
  /** Its page, or else its request, or else its dump. */
  readonly address?: string;
  readonly focus: string;
  readonly value?: string;
  readonly field?: string;
  /** Its message, where that differs from the message of the group. */
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
  /** The name of the property in the shape. */
  readonly name?: string;
  readonly expected?: string;
  readonly count: number;
  /** Findings by kind of record, with the titles of kinds. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly examples: readonly FindingExample[];
}

type Growing = Omit<FindingGroup, 'count' | 'kinds' | 'examples'> & {
  count: number;
  kinds: Record<string, number>;
  examples: FindingExample[];
};

const RANK: Readonly<Record<Severity, number>> = { violation: 0, warning: 1, info: 2 };

/** Groups findings by shape and cause. */
export class FindingGroups {
  readonly #groups = new Map<string, Growing>();
  readonly #messages = new Map<string, string[]>();
  readonly #totals: Record<Severity, number> = { violation: 0, warning: 0, info: 0 };

  add(reported: ReportedFinding): void {
    const { finding, subject } = reported;
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
    if (group.examples.length < EXAMPLES) group.examples.push(exampleOf(reported, group.message));
  }

  /** Findings of one cause mostly have one message; some name values, so that there may be any number of messages. */
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

  /** By severity, then by number, then by name. */
  groups(): readonly FindingGroup[] {
    return [...this.#groups]
      .sort(
        ([aKey, a], [bKey, b]) =>
          RANK[a.severity] - RANK[b.severity] || b.count - a.count || (aKey < bKey ? -1 : 1),
      )
      .map(([, group]) => group);
  }
}

function exampleOf({ subject, finding, field }: ReportedFinding, groupMessage: string): FindingExample {
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
    ...(message === groupMessage ? {} : { message }),
    outcome,
  };
}
