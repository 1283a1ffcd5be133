import type { Parameter } from '../../src/model/endpoints/parameter.js';
import type { Endpoint, Service } from '../../src/model/endpoints/service.js';

/** A test by its whole title, describes first. */
export interface Test {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
}

/** An endpoint, or one of its parameters under one of its spellings, and what proves it. */
export interface Row {
  readonly service: Service;
  readonly endpoint: Endpoint;
  /** Undefined for the endpoint itself. */
  readonly name: string | undefined;
  readonly tells: string;
  readonly tests: readonly Test[];
}

/** Titles say which document they prove; one that names neither speaks of both services. */
const DOCUMENTS = { archive: 'place-names-service', placenames: 'archive-service' } as const;

/** Tests that a name satisfies the requirement prove the requirement, not what the parameter means. */
const OF_THE_REQUIREMENT = /required filter/;

/** Every endpoint and every spelling of every parameter of a service, with its tests. */
export function rowsOf(service: Service, tests: readonly Test[]): Row[] {
  const about = tests.filter(({ name }) => !name.includes(DOCUMENTS[service.id]));
  return Object.values(service.endpoints).flatMap((endpoint) => {
    const names = spellingsOf(endpoint);
    const titled = about.flatMap((test) => {
      const named = namesIn(test, endpoint.path, [...names.keys()]);
      return named === undefined ? [] : [{ test, named }];
    });
    const own = titled.filter(({ named }) => named.length === 0).map(({ test }) => test);
    return [
      { service, endpoint, name: undefined, tells: endpoint.returns, tests: own },
      ...[...names].map(([name, tells]) => ({
        service,
        endpoint,
        name,
        tells,
        tests: titled
          .filter(({ test, named }) => named.includes(name) && !OF_THE_REQUIREMENT.test(test.name))
          .map(({ test }) => test),
      })),
    ];
  });
}

function spellingsOf(endpoint: Endpoint): Map<string, string> {
  const all = Object.entries(endpoint.parameters).flatMap(([name, parameter]) => [
    [name, meaningOf(parameter)] as const,
    ...(parameter.aliases ?? []).map((alias) => [alias, `Another spelling of ${name}.`] as const),
  ]);
  return new Map(endpoint.path.includes('{id}') ? [['id', 'The resource ID.'], ...all] : all);
}

function meaningOf({ meaning, type, privileged }: Parameter): string {
  return `${meaning} Expected: ${type.expected}.${privileged ? ' Privileged.' : ''}`;
}

/** The parameters that a title `GET <path> <parameters>: …` names; undefined when it is of another path. */
function namesIn({ name }: Test, path: string, known: readonly string[]): string[] | undefined {
  const title = name.split(' > ').at(-1) ?? '';
  const at = title.indexOf(`GET ${path}`);
  if (at < 0) return undefined;
  const rest = title.slice(at + `GET ${path}`.length);
  if (rest !== '' && !/^[\s:,;]/.test(rest)) return undefined;
  const words: readonly string[] = (rest.split(':')[0] ?? '').match(/\w+/g) ?? [];
  return known.filter((one) => words.includes(one));
}

/** What `--dialect` takes, and where it comes from. */
const DIALECTS = [
  'Each release of a service has its own path: `/api/v0.6` and `/api/v0.9` are as specified, `/api/v1.0` and `/api/v1.1`',
  'of both have what wire-format.md says of later releases: every list of the place-names service is `{ totalCount,',
  'totalPages, currentPage, countPerPage, results }`, always paged, and needs no filter (section 4), timestamps lack their',
  'zone (section 1), and the archive has the English gender codes, in its filter too (section 1). Their descriptions are',
  'at `/api/v1.0/openapi.json` and `/api/v1.1/openapi.json`. With `--dialect v1.1` the first path speaks so, too (`v0.6`,',
  'the specification, is the default). No document says, so it is as before: the bare lists of the archive, parameters,',
  'errors. That every paged list takes Page and PerPage, and that similarNames and relatedNames have no place in the',
  'envelope, are our readings.',
].join('\n');

/** A request of each endpoint that has an answer in the sample world, by the beginning of its address. */
export const REQUESTS: Readonly<Record<Service['id'], Readonly<Record<string, string>>>> = {
  archive: {
    '/api/v0.6/cbe': '/api/v0.6/cbe?ItemID=7002',
    '/api/v0.6/cbed/{id}': '/api/v0.6/cbed/4101',
    '/api/v0.6/cbed': '/api/v0.6/cbed?Gender=b',
    '/api/v0.6/cbeg/{id}': '/api/v0.6/cbeg/1202',
    '/api/v0.6/cbeg': '/api/v0.6/cbeg?CountyID=100013',
    '/api/v0.6/cbes': '/api/v0.6/cbes?ItemID=7001',
  },
  placenames: {
    '/api/v0.9/{id}': '/api/v0.9/100013',
    '/api/v0.9': '/api/v0.9?PlaceID=100013',
  },
};

/** A request and the beginning of its answer. */
export interface Example {
  readonly address: string;
  readonly isOpen: boolean;
  readonly answer: string;
}

/** Lines of an answer on the page. */
const MOST_LINES = 16;

/** The key that the lines of the page use. */
const KEY_OPTION = "-H 'X-Api-Key: sample-key-public-hazel' ";

function exampleText({ address, isOpen, answer }: Example): string {
  const lines = answer.split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return [
    '```sh',
    `curl ${isOpen ? '' : KEY_OPTION}'${address}'`,
    '```',
    '',
    '```json',
    ...shown,
    '```',
  ].join('\n');
}

/**
 * The page `docs/services.md`.
 *
 * @param examples by the id of the service and the path of the endpoint
 */
export function page(
  rows: readonly Row[],
  examples: ReadonlyMap<string, Example>,
  faults: readonly { readonly form: string; readonly meaning: string }[],
): string {
  const services = [...new Set(rows.map(({ service }) => service))];
  return [
    '# The two services, and the tests that prove them',
    'Generated by `npm run docs` from `src/model/endpoints`, the tests and the sample world: do not edit. The requests can be\npasted while `folklore-ld serve` runs. The last column counts the tests of `test/conformance` that name the parameter.',
    ...services.flatMap((service) => [
      `## ${service.name}, ${service.version}`,
      ...Object.values(service.endpoints).flatMap((endpoint) =>
        section(
          rows.filter((row) => row.service === service && row.endpoint === endpoint),
          examples.get(`${service.id} ${endpoint.path}`),
        ),
      ),
    ]),
    '## Faults by name',
    'What `--fault` takes; several may be given. Errors, `/api` and `/openapi.json` are spared by faults of bodies.',
    table(
      ['fault', 'meaning'],
      faults.map(({ form, meaning }) => [`\`${form}\``, meaning]),
    ),
    '## Dialects',
    DIALECTS,
    '',
  ].join('\n\n');
}

function section(rows: readonly Row[], example: Example | undefined): string[] {
  const [row] = rows;
  if (row === undefined) return [];
  const { path, required } = row.endpoint;
  const wanted = required.map((names) => names.join(' with ')).join(', ');
  return [
    `### GET ${path}`,
    wanted === '' ? `${row.tells}.` : `${row.tells}. A filter is required: at least one of ${wanted}.`,
    ...(example === undefined ? [] : [exampleText(example)]),
    table(
      ['parameter', 'meaning', 'tests'],
      rows.map(({ name, tells, tests }) => [
        name === undefined ? '–' : `\`${name}\``,
        name === undefined ? 'The path itself.' : tells,
        tests.length === 0 ? '**none**' : String(new Set(tests.map((test) => test.name)).size),
      ]),
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
