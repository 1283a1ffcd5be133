import { z } from 'zod';
import { STORE_KINDS } from '../stores/store-kinds.js';

/*
 * SPARQL stores that releases are loaded into: the section `stores` of the configuration, by the names that --store
 * knows them by. Users, passwords and tokens come from the environment or from files, as API keys do.
 */

/** The name of a variable, and no key put in its place: messages name it. */
const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable');

/**
 * Where something secret is.
 *
 * @param what what it is, in messages
 */
export const secretSource = (what: string) =>
  z.union([z.strictObject({ env: variable }), z.strictObject({ file: z.string().min(1) })], {
    error: `expected { env: NAME } or { file: PATH }: ${what} is never written in the configuration`,
  });

const secret = secretSource('what is secret');

/** Where a secret is. */
export type SecretSource = z.output<typeof secret>;

const address = z
  .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
  .refine((value) => !/[?#@]/.test(value), 'expected no user, query or fragment in it');

const sparqlStore = z.strictObject({
  url: address,
  kind: z.enum(STORE_KINDS).optional(),
  query: address.optional(),
  update: address.optional(),
  graphStore: address.optional(),
  user: secret.optional(),
  password: secret.optional(),
  token: secret.optional(),
});

export type SparqlStore = z.output<typeof sparqlStore>;

export const sparqlStores = z.record(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'expected a name of letters, digits, _ and -'),
  sparqlStore,
);
