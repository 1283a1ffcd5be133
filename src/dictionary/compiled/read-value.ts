import { isNothing } from '../nothing.js';
import type { Convert } from '../scalars.js';
import type { Judge } from './judges.js';
import { DOUBT, type Read } from './walk.js';

/** What is there where one value is documented: a list of one, or of none, is taken for it (wire-format 1). */
export const oneOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value;

/** What is there where a list is documented: one bare value is taken for a list of it (wire-format 1). */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isNothing(value) ? [] : [value];
}

/** Reads a value that is no list and no object. */
export function readScalar(convert: Convert, judge: Judge): Read {
  return (value) => {
    const one = oneOf(value);
    if (isNothing(one)) return undefined;
    const converted = convert(one);
    return converted === undefined || judge(converted) ? converted : DOUBT;
  };
}

/** Reads a list, without the entries that say nothing. */
export function readList(entry: Read, judge: Judge): Read {
  return (value, walk) => {
    const entries = entriesOf(value);
    // As long as it will be, nearly always: one that grows takes up room for many.
    const list = new Array<unknown>(entries.length);
    let length = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const read = entry(entries[at], walk);
      if (read === DOUBT) return DOUBT;
      if (read !== undefined) list[length++] = read;
    }
    if (length < list.length) list.length = length;
    return judge(list) ? list : DOUBT;
  };
}
