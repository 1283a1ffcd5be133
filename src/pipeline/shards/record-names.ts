import { defined } from '../../base/fields.js';
import type { Node } from '../../model/rdf/node.js';
import type { Kind, RecordRef } from '../../model/records/record.js';
import { RecordSet } from '../../model/records/record.js';
import { type Part, textOfPart } from '../../release/dumps/parts-file.js';
import { type Pieces, TextBuffer } from '../../release/dumps/text-buffer.js';
import type { FindingSubject } from '../../release/report/reported-finding.js';

/** The label, the page on the web and the place of a record, for reports. */
export type Names = Pick<FindingSubject, 'label' | 'page' | 'place'>;

type Line = readonly [kind: Kind, id: number | string, names: Names];

/** Collects the names of published records as lines of text: a build has too many of them for memory. */
export class NameLines {
  readonly #text = new TextBuffer();

  add({ kind, id }: RecordRef, names: Names): void {
    this.#text.add(JSON.stringify([kind, id, names] satisfies Line));
    this.#text.add('\n');
  }

  /** The lines added since the last call. */
  take(): Pieces {
    return this.#text.take();
  }
}

/** The label and the page of a mapped record, with its place. */
export function namesOf(node: Node | undefined, place?: string): Names {
  const { label, url } = node ?? { id: '' };
  return defined({ label: textOf(label), place, page: typeof url === 'string' ? url : undefined });
}

/** The Irish text, or else any. */
function textOf(label: Node[string]): string | undefined {
  if (typeof label === 'string') return label;
  if (typeof label !== 'object' || label === null) return undefined;
  const first: unknown = 'ga' in label ? label.ga : Object.values(label)[0];
  const text: unknown = Array.isArray(first) ? first[0] : first;
  return typeof text === 'string' ? text : undefined;
}

/** Looks up the names of some records in stored lines. */
export async function namesIn(
  parts: readonly Part[],
  refs: Iterable<RecordRef>,
): Promise<(ref: RecordRef) => Names | undefined> {
  const wanted = new RecordSet();
  for (const ref of refs) wanted.add(ref);
  const found = new Map<string, Names>();
  if ([...wanted.all()].length > 0) {
    for (const part of parts) {
      for (const line of (await textOfPart(part)).split('\n')) {
        if (line === '') continue;
        const [kind, id, names] = JSON.parse(line) as Line;
        if (wanted.has({ kind, id })) found.set(`${kind} ${id}`, names);
      }
    }
  }
  return ({ kind, id }) => found.get(`${kind} ${id}`);
}
