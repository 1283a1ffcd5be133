import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAWFUL } from '../../lawful/values.js';
import { recordsOf } from '../../lawful/walk.js';
import { runs } from '../../shacl/runs.js';
import { damaged } from './damage.js';
import { NAMES, schemaOf, seen, TEXTS, twinsOf } from './twins.js';

describe.each(NAMES)('of %s', (name) => {
  const { schema, pieces } = schemaOf(name);

  it.each(TEXTS)('damaged records read as the plain reader reads them, texts %s', (texts) => {
    const { fast, plain, isSure } = twinsOf(schema, pieces, texts);
    const record = recordsOf(schema, LAWFUL, pieces.length > 0 ? 2 : 3);
    const counts = { sure: 0, doubtful: 0, withRejects: 0, withUnknown: 0 };
    fc.assert(
      fc.property(record.chain(damaged), ({ what, raw }) => {
        const before = seen(raw);
        const [reading, expected] = [fast(raw), plain(raw)];
        if (seen(reading) !== seen(expected)) expect(seen(reading), what).toBe(seen(expected));
        expect(seen(raw), what).toBe(before);
        counts[isSure(raw) ? 'sure' : 'doubtful'] += 1;
        // Nothing good is in doubt but what has one field twice, or a name without its text.
        if (expected.ok && !isSure(raw) && !seen(expected).includes("'—'"))
          expect(what).toMatch(/spelling|field/);
        if (expected.ok && expected.rejects.length > 0) counts.withRejects += 1;
        if (expected.unknown.length > 0) counts.withUnknown += 1;
      }),
      { numRuns: runs(250) },
    );
    const tenth = runs(250) / 10;
    expect(counts.sure).toBeGreaterThan(tenth);
    expect(counts.doubtful).toBeGreaterThan(tenth / 2);
    expect(counts.withUnknown).toBeGreaterThan(tenth / 5);
    if (pieces.length > 0) expect(counts.withRejects).toBeGreaterThan(tenth / 5);
  });
});
