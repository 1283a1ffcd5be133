import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';

/* Apart from the rules that use it: a site without a server has the rules as they are, and the table as a module of its own. */

const irregular = z.record(z.string(), z.array(z.string().min(1)).min(1));

/** How words change their form. */
export const INFLECTION = referenceTable(
  'inflection',
  z.strictObject({
    irish: z.strictObject({
      withH: z.array(z.string()),
      spellings: z.array(z.strictObject({ from: z.string().min(1), to: z.string() })),
      alone: z.array(z.string()),
      uninflected: z.array(z.string()),
      endings: z.array(
        z.strictObject({
          ending: z.string().min(1),
          after: z.string().optional(),
          instead: z.string().default(''),
        }),
      ),
      slender: z.record(z.string().regex(/^[aeiou]+$/), z.string().regex(/^[aeiou]+$/)),
      irregular,
    }),
    english: z.strictObject({ alone: z.array(z.string()), irregular }),
  }),
);
