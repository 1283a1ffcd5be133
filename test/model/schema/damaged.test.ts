import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../../../src/model/records/sources.js';
import { readers } from '../../../src/model/schema/reader.js';
import { LAWFUL } from '../../pipeline/map-records/values.js';
import { recordsOf } from '../../pipeline/map-records/walk.js';
import { runs } from '../shacl/runs.js';
import { damaged } from './damage.js';

/** All there is to see of a value: fields in their order, those that are undefined too, and -0. */
const seen = (value: unknown): string =>
  inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: Number.POSITIVE_INFINITY,
    maxStringLength: Number.POSITIVE_INFINITY,
  });

describe.each(SOURCES.map((source) => [source.list ?? source.kind, source] as const))(
  'of %s',
  (_, source) => {
    const { schema } = source;
    const pieces = Object.keys(source.pieces);

    it.each(['as sent', 'plain'] as const)('a damaged record is read, or told why; texts %s', (texts) => {
      const { read, reread } = readers(schema, pieces, texts);
      const counts = { read: 0, refused: 0, withRejects: 0, withUnknown: 0 };
      fc.assert(
        fc.property(recordsOf(schema, LAWFUL, pieces.length > 0 ? 2 : 3).chain(damaged), ({ what, raw }) => {
          const before = seen(raw);
          const reading = read(raw);
          expect(seen(raw), what).toBe(before);
          if (reading.unknown.length > 0) counts.withUnknown += 1;
          if (reading.ok) {
            counts.read += 1;
            expect(schema.safeParse(reading.record).success, what).toBe(true);
            if (reading.rejects.length > 0) counts.withRejects += 1;
            else if (reading.unread.length === 0) expect(seen(reread(raw)), what).toBe(seen(reading));
            for (const { piece, faults } of reading.rejects) {
              expect(pieces, what).toContain(piece);
              expect(faults.length, what).toBeGreaterThan(0);
            }
          } else {
            counts.refused += 1;
            for (const { message, messageGA } of reading.faults)
              expect(message.length * messageGA.length, what).toBeGreaterThan(0);
          }
        }),
        { numRuns: runs(30) },
      );
      const tenth = runs(30) / 10;
      expect(counts.read).toBeGreaterThan(tenth);
      expect(counts.refused).toBeGreaterThan(tenth / 5);
      expect(counts.withUnknown).toBeGreaterThan(tenth / 5);
      if (pieces.length > 0) expect(counts.withRejects).toBeGreaterThan(tenth / 5);
    });
  },
);
