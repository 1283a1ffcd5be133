import { expect, test } from 'vitest';
import { GROUPS } from '../../src/model/records/datasets.js';
import { groupedBy } from '../pipeline/publish/dirt/grouped.js';
import { isOwn, namesOf } from '../pipeline/publish/dirt/kinds.js';
import { released } from '../pipeline/publish/dirt/released.js';

/** A world of which a fifth of the records has one fault. */
const WORLD = { seed: 1, scale: 0.004, dirt: 0.2 };

/** What becomes of a record, the best first. */
const OUTCOMES = ['published', 'published without it', 'rejected', 'unreadable', 'not public'] as const;

const HEAD = `# Faults of a source, and what becomes of the record

Made by \`npm run docs\`: do not edit. A generated world (seed ${WORLD.seed}, scale ${WORLD.scale}) in which a fifth of the
records has one fault each, counted by what the build made of the record. Faults of dates are counted over all dates. A
fault that is found has a row in \`report/editors.csv\`; text with markup or control characters is cleaned, and is
not a finding.
`;

test('docs/findings.md is fresh; `npm run docs` makes it anew', async () => {
  const { soiled, findings, quarantine, records } = await released(WORLD, GROUPS);
  const found = groupedBy(findings, ({ kind, id }) => `${kind} ${id}`);
  const lost = new Map(quarantine.map(({ kind, id, outcome }) => [`${kind} ${id}`, outcome]));
  const counts = new Map<string, Map<string, number>>();
  let rejected = 0;
  for (const defect of soiled) {
    const { ref, key } = namesOf(defect);
    const isTrimmed = found.get(ref)?.some(({ outcome }) => outcome === 'published without it') === true;
    const published = isTrimmed ? 'published without it' : 'published';
    const outcome = lost.get(ref) ?? (records.has(key) || !isOwn(key) ? published : 'not public');
    if (outcome === 'rejected') rejected += 1;
    const isDate = /Date|^date/.test(defect.way.split(':')[0] ?? '') && defect.way.includes(': ');
    const name = isDate ? `a date: ${defect.way.split(': ')[1]}` : `${defect.kind}: ${defect.way}`;
    const row = counts.get(name) ?? new Map<string, number>();
    counts.set(name, row.set(outcome, (row.get(outcome) ?? 0) + 1));
  }
  expect(rejected / records.size).toBeLessThan(1 / 500);
  const kinds = groupedBy([...counts.keys()].sort(), (name) => name.split(': ')[0] ?? '');
  const sections = [...kinds].map(([kind, names]) => {
    const lines = OUTCOMES.flatMap((outcome) => {
      const faults = names.flatMap((name) => {
        const count = counts.get(name)?.get(outcome);
        return count === undefined ? [] : `${name.slice(kind.length + 2)} ${count}`;
      });
      return faults.length === 0 ? [] : `- **${outcome}**: ${faults.join(', ')}`;
    });
    return `## ${kind}\n\n${lines.join('\n')}\n`;
  });
  const text = [HEAD, ...sections].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/findings.md');
});
