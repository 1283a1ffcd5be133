import { z } from 'zod';
import { code, text } from '../fields.js';

/** An entry of `/cbed/occupations` (wire-format 3, person). */
export const occupation = z.object({ id: code, nameEN: text.optional(), nameGA: text.optional() });

export type Occupation = z.infer<typeof occupation>;
