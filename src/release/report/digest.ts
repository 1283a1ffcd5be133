import type { Finding, Severity } from '../../model/shacl/finding.js';
import { wordsOf } from './finding-words.js';
import { beginning, labelOf, type Outcome, type ReportedFinding } from './reported-finding.js';

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
  readonly label: string;
  /** Its page on the web, or else its place. */
  readonly where?: string;
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
  /** What would be right. */
  readonly expected?: string;
  readonly expectedGA?: string;
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
    if (reported.isRepeated === true) return;
    const { severity, shape, constraint, path, name } = finding;
    const { wrong, right } = wordsOf(reported);
    this.#totals[severity] += 1;
    const key = this.#keyOf(finding, wrong.en);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = {
        severity,
        shape,
        constraint,
        message: beginning(wrong.en, SHOWN),
        ...(path === undefined ? {} : { path }),
        ...(wrong.ga === '' ? {} : { messageGA: wrong.ga }),
        ...(name === undefined ? {} : { name }),
        ...(right.en === '' ? {} : { expected: right.en, expectedGA: right.ga }),
        count: 0,
        kinds: {},
        examples: [],
      };
      this.#groups.set(key, group);
    }
    group.count += 1;
    group.kinds[subject.called] = (group.kinds[subject.called] ?? 0) + 1;
    if (group.examples.length < EXAMPLES) group.examples.push(exampleOf(reported, group.message));
  }

  /** Findings of one cause mostly have one message; some name values, so that there may be any number of messages. */
  #keyOf({ severity, shape, path, constraint }: Finding, message: string): string {
    const cause = JSON.stringify([severity, shape, path, constraint]);
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

function exampleOf(reported: ReportedFinding, groupMessage: string): FindingExample {
  const { subject, finding } = reported;
  const { kind, id, outcome } = subject;
  const { field, value, where, wrong } = wordsOf(reported);
  const message = beginning(wrong.en, SHOWN);
  return {
    kind,
    ...(id === undefined ? {} : { id }),
    label: beginning(labelOf(subject), SHOWN),
    ...(where === '' ? {} : { where }),
    focus: finding.focus,
    ...(value === '' ? {} : { value: beginning(value, SHOWN) }),
    ...(field === '' ? {} : { field }),
    ...(message === groupMessage ? {} : { message }),
    outcome,
  };
}
