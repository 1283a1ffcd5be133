import type { Origin } from '../../base/origin.js';
import { handbookHeading } from '../../mapping/archive/handbook-topic.js';
import type { AcrossCheck, Filed, Naming, Remark } from './check.js';
import { breach, quoted } from './rules.js';

interface Topic {
  readonly id: string;
  readonly said: string;
  readonly origin: Origin;
}

type HeadingsSeen = ReadonlyMap<string, readonly Topic[]>;

/**
 * The heading of a handbook topic is inferred from the letters its code begins with: topics under one letter must
 * then have the same heading (X19).
 */
export class Headings implements AcrossCheck<HeadingsSeen> {
  readonly #naming: Naming;
  #topics = new Map<string, Topic[]>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  see({ one }: Filed): void {
    if (one.kind !== 'cbeg.topic') return;
    const { id, topicEN = '', topicGA = '' } = one.record;
    const letter = handbookHeading(id);
    const topics = this.#topics.get(letter) ?? [];
    this.#topics.set(letter, topics);
    topics.push({ id, said: `${topicEN} / ${topicGA}`, origin: one.origin });
  }

  handOver(): HeadingsSeen {
    const seen = this.#topics;
    this.#topics = new Map();
    return seen;
  }

  takeOver(seen: HeadingsSeen): void {
    for (const [letter, topics] of seen) {
      this.#topics.set(letter, [...(this.#topics.get(letter) ?? []), ...topics]);
    }
  }

  *end(): Iterable<Remark> {
    for (const [, topics] of [...this.#topics].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [first, ...others] = topics.sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const { id, said, origin } of others.filter((other) => other.said !== first?.said)) {
        const record = { kind: 'cbeg.topic', id } as const;
        yield {
          record: { ...record, origin },
          finding: breach('X19', { focus: this.#naming.iri(record), value: quoted(said) }),
        };
      }
    }
  }
}
