import type { GatherListener } from '../gather.js';
import type { Unreadable } from '../reading.js';
import { type Kind, type UnitRef, UnitSet } from '../unit.js';

/** Whether an id is the one that somebody typed. */
export const isAsked = (id: number | string, asked: string): boolean =>
  String(id).toLowerCase() === asked.trim().toLowerCase();

/** Looks out, while the harvest is read, for records of some kinds, and for one of them in particular. */
export class Witness implements GatherListener {
  readonly #kinds: readonly Kind[];
  readonly #asked: string;
  readonly #stayed: UnitRef[] = [];
  readonly #leaving = new UnitSet();
  readonly #lost: { readonly ref: UnitRef; readonly record: Unreadable }[] = [];

  constructor(kinds: readonly Kind[], asked: string) {
    this.#kinds = kinds;
    this.#asked = asked;
  }

  /** What was asked for and does not leave. */
  get stayed(): readonly UnitRef[] {
    return this.#stayed;
  }

  /** What was asked for and cannot be read, or stands in something that cannot. */
  get lost(): readonly { readonly ref: UnitRef; readonly record: Unreadable }[] {
    return this.#lost;
  }

  /** The ids of a kind that leave, as far as the services have lists of it. */
  idsOf(kind: Kind): ReadonlySet<number | string> {
    return this.#leaving.of(kind);
  }

  leaving(unit: UnitRef): void {
    if (this.#kinds.includes(unit.kind)) this.#leaving.add(unit);
  }

  withheld(unit: UnitRef): void {
    if (this.#isAsked(unit)) this.#stayed.push(unit);
  }

  recalled(unit: UnitRef): void {
    this.withheld(unit);
  }

  metAgain(): void {}

  unreadable(record: Unreadable): void {
    for (const { kind, id } of [record, ...record.inside]) {
      const ref = { kind, id: id ?? '' };
      if (this.#isAsked(ref)) this.#lost.push({ ref, record });
    }
  }

  unknownFields(): void {}

  #isAsked({ kind, id }: UnitRef): boolean {
    return this.#kinds.includes(kind) && isAsked(id, this.#asked);
  }
}
