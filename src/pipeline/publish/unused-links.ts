import { join } from 'node:path';
import { counted } from '../../base/text.js';
import { COMPRESSIONS } from '../../model/rdf/formats/format.js';
import { readDump } from '../../model/rdf/formats/read-dump.js';
import type { OperatorLink } from '../../model/rdf/links.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';

/** The datasets that hold identity (model 2.4). */
const DATASETS: ReadonlySet<string> = new Set(['links', 'placenames-links']);
/** Lines that a message names. */
const MOST_LINES = 5;

/**
 * The links of the operator's table that are not in a release, because their record is not: it is unknown, withheld, rejected, or
 * of a kind that was not built.
 *
 * @param directory the folder of the release
 */
export async function unusedLinks(
  directory: string,
  dumps: readonly Dump[],
  { additions: { links: operatorLinks = [] } = {} }: Pick<BuildPlan, 'additions'>,
  { context, toQuads }: Pick<CompiledVocabulary, 'context' | 'toQuads'>,
): Promise<readonly OperatorLink[]> {
  if (operatorLinks.length === 0) return [];
  const said = new Set<string>();
  for (const { dataset, file, format, compression, unpacked } of dumps) {
    if (!DATASETS.has(dataset)) continue;
    const isPacked = COMPRESSIONS[compression] !== '';
    const dump = { path: join(directory, 'data', file), format, isPacked, most: unpacked };
    for await (const { quads } of readDump(dump, { context: context.document, toQuads }))
      for (const { subject, object } of quads) said.add(`${subject.value} ${object.value}`);
  }
  return operatorLinks.filter(({ record, iri }) => !said.has(`${record} ${iri}`));
}

/**
 * The message about rows of a table of the operator whose records are not published.
 *
 * @param table what the table holds
 */
export function unusedText(table: string, unused: readonly { readonly line: number }[]): string {
  const lines = unused.slice(0, MOST_LINES).map(({ line }) => line);
  const more = unused.length > MOST_LINES ? ' …' : '';
  const about = unused.length === 1 ? 'is about a record that is' : 'are about records that are';
  return `${counted(unused.length, 'row')} of the table of ${table} ${about} not published (${unused.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`;
}
