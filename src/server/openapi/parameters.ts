import { identifier, type Parameter } from '../../services/parameter.js';
import type { Endpoint } from '../../services/service.js';
import { EXAMPLES } from './examples.js';

/** The parameters of an endpoint, each spelling one of its own (wire-format 1, two spellings). */
export function describeParameters(endpoint: Endpoint): readonly object[] {
  return [
    ...(endpoint.path.includes('{id}') ? [describeId(endpoint)] : []),
    ...Object.entries(endpoint.parameters).flatMap(([name, parameter]) => [
      describeParameter(name, parameter, endpoint),
      ...(parameter.aliases ?? []).map((alias) => describeAlias(alias, name, parameter)),
    ]),
  ];
}

function describeId({ path }: Endpoint) {
  const example = EXAMPLES[path]?.find(({ id }) => id !== undefined)?.id;
  return {
    name: 'id',
    in: 'path',
    description: 'The resource ID.',
    required: true,
    schema: identifier.schema,
    ...(example === undefined ? {} : { example }),
  };
}

function describeParameter(name: string, parameter: Parameter, { path, needs }: Endpoint) {
  const { type, meaning, privileged } = parameter;
  const others = needs?.[name];
  const example = EXAMPLES[path]?.map(({ query }) => query?.[name]).find((value) => value !== undefined);
  const sentences = [
    meaning,
    `Expected: ${type.expected}.`,
    ...(privileged ? ['Privileged.'] : []),
    ...(others === undefined ? [] : [`Must be used with ${others.join(' and ')}.`]),
  ];
  return {
    name,
    in: 'query',
    description: sentences.join(' '),
    schema: type.schema,
    ...(example === undefined ? {} : { example: exampleOf(example, type.schema.type) }),
    ...(privileged ? { 'x-privileged': true } : {}),
  };
}

function describeAlias(alias: string, name: string, { type }: Parameter) {
  return {
    name: alias,
    in: 'query',
    description: `Another spelling of ${name}; only one of them may be given.`,
    schema: type.schema,
    'x-alias-of': name,
  };
}

/** An example as the schema has it, which a query string cannot tell. */
function exampleOf(raw: string, type: string): string | number {
  return type === 'integer' || type === 'number' ? Number(raw) : raw;
}
