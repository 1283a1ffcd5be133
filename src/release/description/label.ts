/** A label that is a day, or a day and the number of its second, third … release: `2026-11-24`, `2026-11-24.2`. */
const OF_A_DAY = /^(\d{4}-\d\d-\d\d)(?:\.([2-9]|[1-9]\d{1,5}))?$/;

/** The day and the number, from 1, in a label; undefined for labels that are names. */
export function dayIn(label: string): { readonly day: string; readonly number: number } | undefined {
  const [, day, number = '1'] = OF_A_DAY.exec(label) ?? [];
  return day === undefined ? undefined : { day, number: Number(number) };
}

/** The order of labels: releases of a day by their numbers, everything else by its letters. */
export function compareLabels(one: string, other: string): number {
  const [left, right] = [dayIn(one), dayIn(other)];
  if (left !== undefined && left.day === right?.day) return left.number - right.number;
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The label of the newest release of a day among names; undefined when there is none. */
export const newestOfDay = (names: readonly string[], day: string): string | undefined =>
  names
    .filter((name) => dayIn(name)?.day === day)
    .sort(compareLabels)
    .at(-1);

/** The label after that of the newest release of a day. */
export function nextLabel(newest: string | undefined, day: string): string {
  return newest === undefined ? day : `${day}.${(dayIn(newest)?.number ?? 1) + 1}`;
}
