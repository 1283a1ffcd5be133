import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultTable } from '../../src/features/faults/fault-syntax.js';
import { archive } from '../../src/model/endpoints/archive.js';
import { placenames } from '../../src/model/endpoints/placenames.js';
import { start } from '../conformance/support.js';
import { type Example, page, REQUESTS, type Row, rowsOf, type Test } from './services-table.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = `${ROOT}node_modules/vitest/vitest.mjs`;

/** The ports of `folklore-ld serve`. */
const PORTS = { archive: 4010, placenames: 4011 } as const;

/** Every test whose title may say `GET …`, with the values of its table filled in. */
async function tests(): Promise<Test[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [VITEST, 'list', 'test/conformance', 'test/services/server/openapi', '--json'],
    { cwd: ROOT, maxBuffer: 2 ** 26 },
  );
  const found = JSON.parse(stdout.slice(stdout.indexOf('['))) as Test[];
  return found.map(({ name, file }) => ({ name, file: relative(ROOT, file) }));
}

describe('docs/services.md', () => {
  let rows: readonly Row[] = [];
  const examples = new Map<string, Example>();
  beforeAll(async () => {
    const all = await tests();
    rows = [archive, placenames].flatMap((service) => rowsOf(service, all));
    const services = await start();
    for (const { id, endpoints } of [archive, placenames])
      for (const endpoint of Object.values(endpoints)) {
        const path = REQUESTS[id][endpoint.path] ?? endpoint.path;
        const { status, json } = await services[id === 'archive' ? 'archive' : 'places'](encodeURI(path));
        expect(status, path).toBe(200);
        examples.set(`${id} ${endpoint.path}`, {
          address: `http://127.0.0.1:${PORTS[id]}${encodeURI(path)}`,
          isOpen: endpoint.open === true,
          answer: JSON.stringify(json, undefined, 2),
        });
      }
    await services.close();
  });

  it('lists every endpoint and parameter, and each has a test', () => {
    const without = rows
      .filter((row) => row.tests.length === 0)
      .map(({ endpoint, name }) => `GET ${endpoint.path}${name === undefined ? '' : ` ${name}`}`);
    expect(rows.length).toBeGreaterThan(100);
    expect(without).toEqual([]);
  });

  it('is fresh; `npm run docs` makes it anew', async () => {
    await expect(page(rows, examples, faultTable())).toMatchFileSnapshot('../../docs/services.md');
  });
});
