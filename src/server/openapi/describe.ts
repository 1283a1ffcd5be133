import type { JsonSchema } from '../../dictionary/json-schema.js';
import { KEY_HEADER, KEY_PARAMETER, type Service } from '../../services/service.js';
import { schemasFor } from './bodies.js';
import { describeOperation } from './operation.js';

const MANNERS = [
  'Read-only: GET, and HEAD and OPTIONS at the same paths; any other method is answered with 405. A trailing',
  'slash is optional everywhere. Names of parameters may be given in any letter case, each once; filters are ANDed.',
  'Every 200 carries a strong ETag for If-None-Match; gzip is sent to those who accept it. Errors name every',
  'fault of a request at once (RFC 9457). What is marked x-privileged is for privileged keys only.',
].join(' ');

/** The three forms of the key (wire-format 2). */
const KEY_FORMS = {
  header: {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    description: 'Comes first when the key is given in several forms.',
  },
  parameter: { type: 'apiKey', in: 'query', name: KEY_PARAMETER, description: 'Comes second.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The key as user name, with an empty password. Comes last.',
  },
};

const HEADERS = {
  ETag: { description: 'A strong tag of this body in this coding.', schema: { type: 'string' } },
  'X-Ignored-Parameters': {
    description: 'The unknown parameters of the request, where a lenient service ignores them.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'When to ask again: seconds, or an HTTP date.',
    schema: { type: 'string' },
  },
};

const problem = (description: string, headers?: object) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
});

/** The table of errors of wire-format 2. */
const RESPONSES = {
  NotModified: { description: 'The client has it already.' },
  BadRequest: problem(
    'A required filter is missing, or a parameter is unknown, given twice, badly written, out of range or without the others it needs.',
  ),
  Unauthorized: problem('The key is missing or unknown.', {
    'WWW-Authenticate': { schema: { type: 'string' } },
  }),
  Forbidden: problem('Something privileged was asked for with a public key.'),
  NotFound: problem('It is not there, or not for this key.'),
  TooManyRequests: problem('The rate limit, where one is configured.', {
    'Retry-After': { $ref: '#/components/headers/Retry-After' },
  }),
  Problem: problem('Any other failure.'),
};

/**
 * A service in the words of OpenAPI 3.1, from its table and the dictionaries: the same service gives the same
 * document, wherever it runs.
 *
 * @param timestamp how the service writes timestamps, where not in UTC with a `Z`
 */
export function describeService(
  { name, version, status, endpoints }: Service,
  timestamp?: JsonSchema,
): object {
  const rows = Object.entries(endpoints);
  return {
    openapi: '3.1.0',
    info: { title: name, version, description: MANNERS, 'x-status': status },
    servers: [{ url: '/' }],
    security: Object.keys(KEY_FORMS).map((form) => ({ [form]: [] })),
    paths: Object.fromEntries(
      rows.map(([id, endpoint]) => [endpoint.path, { get: describeOperation(id, endpoint) }]),
    ),
    components: {
      schemas: schemasFor(
        rows.map(([, endpoint]) => endpoint),
        timestamp,
      ),
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: KEY_FORMS,
    },
  };
}
