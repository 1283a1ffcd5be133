import type { History } from '../history.js';
import { hiddenAmong, type Row, spanOf, VolumeCatalogue } from './catalogue.js';
import { type Frame, itemID, pageID, partID } from './frames.js';
import type { Register } from './register.js';

interface ItemPlan {
  readonly number: number;
  readonly sensitive: boolean;
  readonly history: History;
}

interface PartPlan {
  readonly items: readonly ItemPlan[];
}

/** What cataloguing asks of either collection, and what differs between the two. */
export interface Cataloguing<Part extends PartPlan> {
  readonly planner: {
    parts(frame: Frame): readonly Part[];
    sensitivePages(frame: Frame): readonly number[];
  };
  /** Knows the filters whose values are registered. */
  readonly register: Register;
  readonly header: (frame: Frame) => Row['header'];
  readonly registerPart: (part: Part, row: number) => void;
  readonly registerItem: (item: Part['items'][number], row: number) => void;
  /** The days on which an item may count as changed. */
  readonly changes: (item: Part['items'][number]) => readonly number[];
}

/** Plans every volume once, for what filters and public keys need to know of it; the plans are not kept. */
export function catalogueOf<Part extends PartPlan>(
  frames: readonly Frame[],
  { planner, register, header, registerPart, registerItem, changes }: Cataloguing<Part>,
): VolumeCatalogue {
  const [pages, items] = [new Set<number>(), new Set<number>()];
  const rows = frames.map((frame, row): Row => {
    const parts = planner.parts(frame);
    const all = parts.flatMap((part): readonly Part['items'][number][] => part.items);
    const sensitivePages = planner.sensitivePages(frame);
    const sensitiveItems = all.filter((item) => item.sensitive);
    for (const place of sensitivePages) pages.add(pageID(frame, place));
    for (const item of sensitiveItems) items.add(itemID(frame, item.number));
    for (const part of parts) registerPart(part, row);
    for (const item of all) registerItem(item, row);
    return {
      header: header(frame),
      pages: { first: pageID(frame, 0), count: frame.pages },
      parts: { first: partID(frame.firstPart), count: frame.parts.length },
      items: { first: itemID(frame, frame.firstItem), count: frame.items },
      hidden: { pages: sensitivePages.length, items: sensitiveItems.length },
      created: spanOf(all.map(({ history }) => history.created)),
      modified: spanOf(all.flatMap(changes)),
    };
  });
  return new VolumeCatalogue(rows, register, hiddenAmong(rows, { pages, items }));
}
