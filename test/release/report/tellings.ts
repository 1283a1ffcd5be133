import { join } from 'node:path';
import type { Finding } from '../../../src/model/shacl/finding.js';
import { ReportFiles } from '../../../src/release/report/report-files.js';
import type { ReportedFinding } from '../../../src/release/report/reported-finding.js';
import type { ReportFacts, ValidationJson } from '../../../src/release/report/validation-json.js';
import { filesBelow, scratch } from '../../support/files.js';

export const BASE = 'https://data.example.org/folklore/';
export const SHAPES = 'https://w3id.org/folklore-ld/shapes/1#';

const LANGUAGE = {
  base: BASE,
  vocabularyBase: 'https://w3id.org/folklore-ld/',
  prefixes: new Map([
    ['lore', 'https://w3id.org/folklore-ld/ns#'],
    ['photograph', `${BASE}cbeg/photograph/`],
  ]),
};

export const PHOTOGRAPH: ReportedFinding['subject'] = {
  kind: 'cbeg.photograph',
  called: 'photographs',
  id: 7,
  label: 'An Droichead',
  origin: { service: 'archive', request: '/cbeg?CountyID=100013', pointer: '/3' },
  outcome: 'published',
};

/** What a photograph without a reference number is told. */
export const MISSING: Finding = {
  severity: 'warning',
  focus: `${BASE}cbeg/photograph/7`,
  path: 'http://purl.org/dc/terms/identifier',
  constraint: 'MinCount',
  shape: `${SHAPES}Photograph`,
  message: 'The photograph has no reference number.',
  messageGA: 'Níl uimhir thagartha ag an ngrianghraf.',
  name: 'reference number',
  expected: 'at least 1 value',
};

export const told = (
  finding: Partial<Finding> = {},
  more: Partial<ReportedFinding> = {},
): ReportedFinding => ({
  subject: PHOTOGRAPH,
  finding: { ...MISSING, ...finding },
  ...more,
});

/** The files of a report, by name. */
export async function written(
  findings: readonly ReportedFinding[],
  facts: ReportFacts = { counts: {}, shapesMet: new Map() },
): Promise<{ readonly report: ValidationJson; text(name: string): string }> {
  const folder = await scratch();
  const files = await ReportFiles.create(folder, LANGUAGE);
  for (const one of findings) await files.add(one);
  const report = await files.finish(facts);
  const all = await filesBelow(folder);
  return { report, text: (name) => String(all.get(name) ?? `no ${join(folder, name)}`) };
}
