import { z } from 'zod';
import { secret, WRITE_ONLY } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';
import { STORE_KINDS } from './store-kinds.js';

const endpoint = z
  .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
  .refine((value) => !/[?#@]/.test(value), 'expected a URL without user, query and fragment')
  .meta(WRITE_ONLY);
const storeSecret = secret('a secret').optional();

/** A SPARQL store that releases are loaded into. */
const triplestore = z.strictObject({
  url: endpoint,
  kind: z.enum(STORE_KINDS).optional(),
  query: endpoint.optional(),
  update: endpoint.optional(),
  graphStore: endpoint.optional(),
  user: storeSecret,
  password: storeSecret,
  token: storeSecret,
});

export type TriplestoreSettings = z.output<typeof triplestore>;

export const SETTINGS = {
  shape: {
    stores: z
      .record(
        z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'expected a name of letters, digits, _ and -'),
        triplestore,
      )
      .default({}),
  },
  example: `
# SPARQL stores that releases are loaded into, by their names for \`load --endpoint\`. Users, passwords and tokens come from
# the environment or a file, like the API keys; without kind, it is detected.
# stores:
#   public: { url: http://127.0.0.1:8890, kind: virtuoso, user: { env: STORE_USER }, password: { file: store-password } }
`,
} satisfies SettingsOfFeature;
