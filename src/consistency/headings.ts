import type { Origin } from '../base/origin.js';
import { handbookHeading } from '../mapping/archive/reference-lists.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

interface Topic {
  readonly id: string;
  readonly mapped: string;
  readonly origin: Origin;
}

type HeadingsSeen = ReadonlyMap<string, readonly Topic[]>;

/**
 * The heading of a handbook topic is inferred from the letters its code begins with: topics under one letter must
 * then have the same heading (X19).
 */
export class Headings implements ConsistencyCheck<HeadingsSeen> {
  readonly #naming: IriNaming;
  #topics = new Map<string, Topic[]>();

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind !== 'cbeg.topic') return;
    const { id, topicEN = '', topicGA = '' } = one.record;
    const letter = handbookHeading(id);
    const topics = this.#topics.get(letter) ?? [];
    this.#topics.set(letter, topics);
    topics.push({ id, mapped: `${topicEN} / ${topicGA}`, origin: one.origin });
  }

  takeState(): HeadingsSeen {
    const seen = this.#topics;
    this.#topics = new Map();
    return seen;
  }

  mergeState(seen: HeadingsSeen): void {
    for (const [letter, topics] of seen) {
      this.#topics.set(letter, [...(this.#topics.get(letter) ?? []), ...topics]);
    }
  }

  *findings(): Iterable<CrossRecordFinding> {
    for (const [, topics] of [...this.#topics].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [first, ...others] = topics.sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const { id, mapped, origin } of others.filter((other) => other.mapped !== first?.mapped)) {
        const record = { kind: 'cbeg.topic', id } as const;
        yield {
          record: { ...record, origin },
          finding: ruleFinding('X19', { focus: this.#naming.iri(record), value: quoted(mapped) }),
        };
      }
    }
  }
}
