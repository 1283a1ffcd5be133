import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, serve } from '../support/cli.js';
import { filesBelow, scratch } from '../support/files.js';

/** How many threads describe records changes nothing of what is written; where the time went is said when asked for. */

test('one thread or three: the same release, byte for byte', async () => {
  const folder = await scratch();
  const services = await serve('--world', 'generated', '--scale', '0.001', '--dirt', '0.1');
  const config = join(folder, 'config.yaml');
  const key = { env: 'SERVICE_KEY' };
  try {
    await writeFile(
      config,
      JSON.stringify({
        services: {
          archive: { url: services.archive, key, gender: 'irish' },
          placenames: { url: services.placenames, key },
        },
        pace: { concurrency: 8, perSecond: 100_000 },
        store: join(folder, 'store'),
      }),
    );
    const { code } = await run(['harvest', '--config', config], { SERVICE_KEY: services.keys.public });
    expect(code).toBe(0);
  } finally {
    await services.stop();
  }
  const releases = [];
  for (const workers of ['1', '3']) {
    const out = join(folder, workers);
    const args = ['build', '--config', config, '--out', out, '--release', 'x', '--workers', workers];
    const { code, stdout } = await run([...args, '--profile'], { SERVICE_KEY: services.keys.public });
    expect(code).toBe(5);
    expect(stdout).toMatch(/Time of the build: \d+\.\d s\./);
    expect(stdout).toMatch(workers === '3' ? /in 3 threads/ : /in the main thread/);
    const files = await filesBelow(join(out, 'x'));
    expect(files.delete('run.json')).toBe(true);
    releases.push(files);
  }
  const [one, ...others] = releases;
  expect(one?.size).toBeGreaterThan(50);
  for (const other of others) {
    expect([...other.keys()]).toEqual([...(one?.keys() ?? [])]);
    for (const [file, content] of other) expect(one?.get(file)?.equals(content), file).toBe(true);
  }
});
