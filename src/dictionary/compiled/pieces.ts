import type { z } from 'zod';
import { normaliserOf } from '../normalise.js';
import { plainReader } from '../plain-reader.js';
import type { Texts } from '../scalars.js';
import type { Judge } from './judges.js';
import { entriesOf } from './read-value.js';
import { DOUBT, type Read } from './walk.js';

const LEFT_OUT: unique symbol = Symbol('left out');

/**
 * Reads a list of pieces, or one with such lists inside its entries. A volume of a thousand pages is not read the
 * plain way for the sake of one: a piece in doubt is mended by itself.
 *
 * @param mend how a piece in doubt is read; without it the whole is in doubt
 */
export function readPieces(entry: Read, judge: Judge, mend: Read = () => DOUBT): Read {
  return (value, walk) => {
    const list: unknown[] = [];
    const entries = entriesOf(value);
    let position = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const since = walk.met;
      let read = entry(entries[at], walk);
      if (read === DOUBT) {
        walk.forget(since);
        read = mend(entries[at], walk);
      }
      if (read === DOUBT) return DOUBT;
      if (read === undefined) continue;
      if (walk.met > since) walk.inEntry(position, since);
      if (read !== LEFT_OUT) list.push(read);
      position += 1;
    }
    return judge(list) ? list : DOUBT;
  };
}

/**
 * Reads a piece in doubt the plain way: it is good after all, or without pieces inside it, or it is left out.
 *
 * @param pieces the lists of pieces inside it
 */
export function mendPiece(schema: z.ZodType, pieces: readonly string[], texts: Texts): Read {
  const plain = plainReader(schema, pieces, texts);
  const normalise = normaliserOf(schema, texts);
  return (value, walk) => {
    const reading = plain(value);
    for (const key of reading.unknown) walk.unknown(key);
    if (reading.ok) {
      for (const { faults, value, piece, pointer } of reading.rejects) {
        walk.reject(faults, value, piece, pointer);
      }
      return reading.record;
    }
    walk.reject(reading.faults, normalise(value, '', new Set()));
    return LEFT_OUT;
  };
}
