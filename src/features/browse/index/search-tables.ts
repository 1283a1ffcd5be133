import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';

/* Apart from the rules that use them: a site without a server has the rules as they are, and the tables as a module of its own. */

const words = z.array(z.string().min(1));

/** Words that decide nothing in a search, in lower case and without accents. */
export const FUNCTION_WORDS = referenceTable(
  'function-words',
  z.strictObject({ english: words.min(1), irish: words.min(1) }),
);

const names = z.strictObject({ en: words.optional(), ga: words.optional() });

/** Words of one meaning, and the forms of one name, in both languages: a member has one word or a few. */
export const THESAURUS = referenceTable(
  'thesaurus',
  z.strictObject({ groups: z.array(names), names: z.array(names) }),
);
