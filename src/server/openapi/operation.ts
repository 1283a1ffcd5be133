import type { Endpoint } from '../../services/service.js';
import { bodyOf } from './body-shapes.js';
import { EXAMPLES, targetOf } from './examples.js';
import { describeParameters } from './parameters.js';

const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** One endpoint as an OpenAPI operation: what it takes, what it needs, what comes back. */
export function describeOperation(name: string, endpoint: Endpoint): object {
  const { path, returns, open, required } = endpoint;
  const parameters = describeParameters(endpoint);
  const examples = EXAMPLES[path]?.map((example) => targetOf(path, example));
  return {
    operationId: name,
    summary: returns,
    description: `${returns}. ${requirement(required)}`.trim(),
    ...(open ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responsesOf(endpoint),
    ...(required.length === 0 ? {} : { 'x-required-filters': required }),
    ...(examples === undefined ? {} : { 'x-examples': examples }),
  };
}

/** The rule of required filters as a sentence, in the words of the message about a missing one. */
function requirement(required: Endpoint['required']): string {
  if (required.length === 0) return '';
  return `A filter is required: at least one of ${required.map((names) => names.join(' with ')).join(', ')}.`;
}

function responsesOf(endpoint: Endpoint): Readonly<Record<string, object>> {
  const { path, returns, open, parameters } = endpoint;
  const privileged = Object.values(parameters).some((parameter) => parameter.privileged);
  return {
    200: {
      description: returns,
      headers: {
        ETag: { $ref: '#/components/headers/ETag' },
        'X-Ignored-Parameters': { $ref: '#/components/headers/X-Ignored-Parameters' },
      },
      content: { 'application/json': { schema: bodyOf(endpoint) } },
    },
    304: response('NotModified'),
    400: response('BadRequest'),
    ...(open ? {} : { 401: response('Unauthorized') }),
    ...(privileged ? { 403: response('Forbidden') } : {}),
    ...(path.includes('{id}') ? { 404: response('NotFound') } : {}),
    429: response('TooManyRequests'),
    default: response('Problem'),
  };
}
