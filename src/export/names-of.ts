import type { Node } from '../rdf/node.js';
import type { Subject } from '../report/told.js';

/** What people know a record by: its label, and its page. */
export type Names = Pick<Subject, 'label' | 'page'>;

/** What people know a described record by. */
export function namesOf(node: Node | undefined): Names {
  const { label, plainLabel, url } = node ?? { id: '' };
  const text = typeof plainLabel === 'string' ? plainLabel : textOf(label);
  return {
    ...(text === undefined ? {} : { label: text }),
    ...(typeof url === 'string' ? { page: url } : {}),
  };
}

/** Irish first: it is the language of most of what the archive holds. */
function textOf(label: Node[string]): string | undefined {
  if (typeof label === 'string') return label;
  if (typeof label !== 'object' || label === null) return undefined;
  const texts = Object.entries(label).sort(([a], [b]) => Number(b === 'ga') - Number(a === 'ga'));
  const first: unknown = texts[0]?.[1];
  const text: unknown = Array.isArray(first) ? first[0] : first;
  return typeof text === 'string' ? text : undefined;
}
