import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, run } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Arguments and output; from a store, without a service. */

let folder: string;
let store: string;
const explainBy = (how: typeof run, ...args: string[]): Promise<Ended> =>
  how(['explain', ...args, '--sample', '--store', store], {}, folder);
const explain = (...args: string[]): Promise<Ended> => explainBy(runWarm, ...args);

beforeAll(async () => {
  folder = await makeFolder();
  ({ store } = await exportedSample());
});

afterAll(() => removeFolder(folder));

describe('folklore-ld explain', () => {
  test('shows one record on standard output', async () => {
    const { code, stdout } = await explainBy(run, 'photograph', '1201');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cbeg.photograph 1201: published\n/);
    expect(stdout).toContain('photograph:1201 a lore:Photograph');
  });

  test('makes one JSON document of it with --log-format json', async () => {
    const { code, stdout, stderr } = await explain('place', '100013', '--log-format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'place', id: 100013, outcome: 'published' });
    for (const line of stderr.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test.each([
    [['cbe.item', '7999'], /There is no cbe\.item 7999 .*The nearest are cbe\.item \d+/],
    [['plcae', '1'], /did you mean \\?"place\\?"\?/],
    [['place'], /missing required argument 'id'/],
  ])('%j is misuse, with the nearest name', async (args, told) => {
    const { code, stdout, stderr } = await explain(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(told);
  });
});
