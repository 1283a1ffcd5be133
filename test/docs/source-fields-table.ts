import { privilegedField } from '../../src/model/schema/privileged.js';
import { rdf } from '../../src/model/shacl/terms.js';
import { fieldOf, keyOf } from '../../src/pipeline/shards/source-field.js';
import type { Evidence } from './evidence.js';

/**
 * `vocabulary/source-fields.tsv`: the fields that each predicate is made of, by kind, sort of node and predicate. A status decides
 * whether a text is published, and nothing is made of it.
 */
export function sourceFieldsTable(evidence: readonly Evidence[]): string {
  const own = new Map<string, Set<string>>();
  const around = new Map<string, Set<string>>();
  for (const { kind, record, fields } of evidence) {
    for (const { path, became, isAround } of fields) {
      if (privilegedField(String(path.at(-1))) !== undefined) continue;
      for (const { subject, predicate } of became) {
        const isOwn = subject.value === record || subject.value.startsWith(`${record}#`);
        if (!isOwn || predicate.value === rdf('type')) continue;
        const found = isAround ? around : own;
        const key = keyOf(kind, subject.value, predicate.value);
        found.set(key, (found.get(key) ?? new Set()).add(fieldOf(path)));
      }
    }
  }
  // A field of the record itself is more use to an editor than one of the record that contains it.
  const rows = new Map([...around, ...own]);
  return [...rows]
    .map(([key, fields]) => `${key}\t${[...fields].sort().join(' ')}\n`)
    .sort()
    .join('');
}
