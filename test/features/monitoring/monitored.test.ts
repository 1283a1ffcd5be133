import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { EXIT } from '../../../src/base/exit-codes.js';
import { monitored } from '../../../src/cli/run-status/monitored.js';
import { monitoring } from '../../../src/features/monitoring/feature.js';
import { scratch } from '../../support/files.js';

/** Starts a run with a store, metrics and a webhook of its own. */
async function startRun(run: () => Promise<0>) {
  const folder = await scratch();
  const received: unknown[] = [];
  const hook = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)));
    response.end();
  });
  await once(hook.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void hook.close().closeAllConnections());
  const over = new AbortController();
  const [store, metrics] = [join(folder, 'store'), join(folder, 'x.prom')];
  const notify = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  const settings = Object.fromEntries(
    Object.entries({ store, metrics, notify }).map(([path, value]) => [
      path,
      { value, source: 'option' as const },
    ]),
  );
  const context = {
    ...{ report: () => {}, signal: new AbortController().signal, isOver: over.signal },
    ...{
      startedAt: new Date(),
      runId: 'run-1',
      allCommands: async () => [],
      features: [monitoring],
      now: Date.now,
    },
  };
  const ended = monitored(
    'build',
    { options: { logFormat: 'json', logLevel: 'info' }, settings },
    context,
    run,
  );
  return { ended, over, received, metrics, status: `${store}.status.json` };
}

const interrupted = new FolkloreError('INTERRUPTED', 'too late', { hint: '', exitCode: EXIT.interrupted });

test('a run that does not end after the time of --grace has a status, metrics and a notification', async () => {
  const { ended, over, received, metrics, status } = await startRun(() => new Promise(() => {}));
  over.abort(interrupted);
  await expect(ended).rejects.toBe(interrupted);
  const recorded = { command: 'build', exitCode: 130, error: { code: 'INTERRUPTED' } };
  expect(JSON.parse(await readFile(status, 'utf8'))).toMatchObject(recorded);
  expect(await readFile(metrics, 'utf8')).toMatch(/^folklore_ld_exit_code\{command="build"\} 130$/m);
  expect(received).toMatchObject([recorded]);
});

test('a feature that fails at the end of a run changes neither its outcome nor its error', async () => {
  const warnings: unknown[] = [];
  const fail = async (): Promise<never> => {
    throw new Error('no thanks');
  };
  const context = {
    ...{ signal: new AbortController().signal, isOver: new AbortController().signal },
    ...{ startedAt: new Date(), runId: 'run-1', now: Date.now, allCommands: async () => [] },
    report: (event: unknown) => void warnings.push(event),
    features: [{ name: 'ours', purpose: 'fails', ended: fail }],
  };
  const call = { options: { logFormat: 'json', logLevel: 'info' }, settings: {} } as const;
  expect(await monitored('build', call, context, async () => EXIT.clean)).toBe(EXIT.clean);
  const run = () => Promise.reject(interrupted);
  await expect(monitored('build', call, context, run)).rejects.toBe(interrupted);
  const warning = { event: 'warning', message: expect.stringMatching(/ours.*no thanks/) };
  expect(warnings).toEqual([warning, warning]);
});

test('a run that ends soon after the time of --grace keeps its own exit code', async () => {
  const { ended, over, received, metrics } = await startRun(
    () => new Promise((resolve) => setTimeout(resolve, 100, EXIT.clean)),
  );
  over.abort(interrupted);
  expect(existsSync(metrics)).toBe(false);
  expect(await ended).toBe(EXIT.clean);
  expect(await readFile(metrics, 'utf8')).toMatch(/^folklore_ld_exit_code\{command="build"\} 0$/m);
  expect(received).toMatchObject([{ exitCode: 0 }]);
});
