import { z } from 'zod';
import { bilingual, referenceTable } from '../../base/reference-data.js';

/** What an archivist can do about a finding; `wrong` where the message of its shape is for data engineers. */
const remedy = z.strictObject({ wrong: bilingual.optional(), right: bilingual });

/** By shape, or by shape and property, or by shape, property and constraint; problems of dates by their code. */
export const REMEDIES: Readonly<Record<string, z.output<typeof remedy> | undefined>> = referenceTable(
  'remedies',
  z.record(z.string(), remedy),
);
