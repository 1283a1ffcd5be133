import { pathToFileURL } from 'node:url';

/**
 * Runs the command line again and again in one process, as it is told to by its parent: each time its first module
 * is evaluated anew, with the arguments, environment and folder of a process of its own; what that imports stays.
 */
const home = process.cwd();
let count = 0;

/** What listens to this process: a run leaves none behind, as in a process that stays they would become too many. */
const listeners = () =>
  [process, process.stdout, process.stderr].flatMap((emitter) =>
    emitter.eventNames().map((name) => `${String(name)} ${emitter.listenerCount(name)}`),
  );

process.on('message', async ({ cli, args, environment, cwd }) => {
  const said = { stdout: '', stderr: '' };
  const originals = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text, encoding, done) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      const after = typeof encoding === 'function' ? encoding : done;
      if (after !== undefined) queueMicrotask(after);
      return true;
    };
  }
  process.argv = [process.argv[0], cli, ...args];
  process.env = environment;
  process.exitCode = undefined;
  process.chdir(cwd ?? home);
  const before = listeners();
  try {
    count += 1;
    await import(new URL(`?${count}`, pathToFileURL(cli)));
    // Node warns after what it warns of.
    await new Promise(setImmediate);
  } finally {
    for (const name of ['stdout', 'stderr']) process[name].write = originals[name];
    process.chdir(home);
  }
  const left = listeners().filter((listener) => !before.includes(listener));
  process.send({ code: process.exitCode ?? 0, ...said, left });
  process.exitCode = undefined;
});

// Whatever is under way: nobody waits for it any more.
process.on('disconnect', () => process.exit());
