import { packError } from '../../base/errors.js';
import { type EngineJob, type EngineMessage, poolOf, sharedNumber } from './process-of-engine.js';

/**
 * The program of an engine's process. A thread has the engine, so that this one is free to notice that the process which has
 * started it is gone.
 */

/** Milliseconds between two messages about how much is loaded. */
const TELL_MS = 250;

const [base = '', memory = ''] = process.argv.slice(2);
const loaded = sharedNumber();
const pool = poolOf(
  new URL('./query-worker.js', import.meta.url),
  base,
  loaded,
  memory === '' ? undefined : Number(memory),
);
const send = (message: EngineMessage): void => void process.send?.(message);

process.on('message', (job: EngineJob) => {
  void pool.run(job).then(
    (output) => send({ output }),
    (thrown: unknown) => send({ failure: packError(thrown) }),
  );
});
let told = 0;
setInterval(() => {
  const now = Atomics.load(loaded, 0);
  if (now !== told) send({ loaded: now });
  told = now;
}, TELL_MS);
// A thread that answers a query hears nothing: only a signal ends it.
const end = (): void => void process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
// The one that has started this one may have been gone before this line.
if (!process.connected) end();
// A terminal and systemd send these to all processes. The one that has started this one answers what runs, and then ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
