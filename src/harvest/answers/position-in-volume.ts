import { defined } from '../../base/fields.js';
import { volumeName } from '../../model/mapping/archive/volume.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { entriesIn, fieldOf, idIn } from './sent-fields.js';

/** The place of a record that cannot be read in the volume that it was sent in. */
export interface PiecePlace {
  /** In the words of an archivist: `CBÉS 0199, p. 12`. */
  readonly name: string;
  /** The work that it is or is a part of, as far as its ids can be read. */
  readonly partID?: number;
  readonly itemID?: number;
  readonly firstPageID?: number;
}

/** What an archivist calls a part of a volume, by the list that it is in, and the field of its number. */
const CALLED: ReadonlyMap<string, readonly [word: string, number: string]> = new Map([
  ['pages', ['p.', 'pagenumber']],
  ['parts', ['part', 'listingorder']],
  ['items', ['item', 'listingorder']],
]);

/**
 * The place of a piece of a volume, as far as the volume can be read.
 *
 * @param raw the volume as it was sent
 * @param pointer of the piece, from the volume
 */
export function placeInVolume(
  { kind }: ResponseSource,
  raw: unknown,
  pointer: string,
): PiecePlace | undefined {
  if (kind !== 'cbe.volume' && kind !== 'cbes.volume') return undefined;
  const [volumeID, sent] = [idIn(raw, 'id'), fieldOf(raw, 'volumenumber')];
  const volumeNumber = typeof sent === 'string' ? sent.trim() : undefined;
  if (volumeID === undefined && volumeNumber === undefined) return undefined;
  const volume = volumeName(kind === 'cbe.volume' ? 'cbe' : 'cbes', {
    volumeID: volumeID ?? 0,
    volumeNumber,
  });
  const steps = pointer.split('/').slice(1);
  const [names, around] = [[volume], new Map<string, unknown>()];
  let holder = raw;
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const [list = '', entry = 0] = [steps[at]?.toLowerCase(), Number(steps[at + 1])];
    holder = entriesIn(holder, list)[entry];
    around.set(list, holder);
    const [word, field = ''] = CALLED.get(list) ?? [];
    if (word === undefined) continue;
    const number = fieldOf(holder, field);
    const isNumbered = ['string', 'number'].includes(typeof number) && String(number).trim() !== '';
    names.push(
      isNumbered
        ? `${word} ${String(number).trim()}`
        : `entry ${entry + 1} of ${list.charAt(0).toUpperCase()}${list.slice(1)}`,
    );
  }
  return { name: names.join(', '), ...workAround(raw, around) };
}

/** The work of a piece: the part or item that it is in, or the item of a transcript or page. */
function workAround(volume: unknown, around: ReadonlyMap<string, unknown>): Omit<PiecePlace, 'name'> {
  if (around.has('parts')) return workOf(around.get('parts'), around.get('items'));
  const [page, told] = [idIn(around.get('pages'), 'id'), idIn(around.get('transcripts'), 'itemid')];
  const isOf = (item: unknown): boolean =>
    told === undefined
      ? page !== undefined && entriesIn(item, 'pages').some((id) => idIn({ id }, 'id') === page)
      : idIn(item, 'id') === told;
  for (const part of entriesIn(volume, 'parts'))
    for (const item of entriesIn(part, 'items')) if (isOf(item)) return workOf(part, item);
  return {};
}

const workOf = (part: unknown, item: unknown): Omit<PiecePlace, 'name'> => {
  return defined({
    partID: idIn(part, 'id'),
    itemID: idIn(item, 'id'),
    firstPageID: idIn(item, 'firstpageid'),
  });
};
