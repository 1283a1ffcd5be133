import { counted } from '../../base/text.js';
import { option } from '../command.js';
import type { CheckedSystem, CheckResult } from '../doctor/check.js';
import type { CommandModule } from '../feature.js';
import { type RunCall, type RunOptions, sourceOptions } from '../run-options.js';
import { numbered, print } from '../terminal/table.js';

export const command: CommandModule<RunOptions & { readonly problems?: boolean }> = {
  options: [...sourceOptions(), option('--problems', 'print only what fails and what is a warning')],
  help: () => `
Checks the program, the configuration, the keys, the services, the clock and the folders. Every check runs,
even if another one fails. Each is a line on standard output that begins with ✗ (a run would fail), ! (a
warning) or ✓, in this order, and ends with the remedy; --log-format json prints each as a JSON object. No key
is printed, no file is left, and each service gets two requests.

Exit codes: 0 no check has failed; 2 something has to be fixed; 3 only a service cannot be reached.

Examples:
  folklore-ld doctor -c folklore-ld.config.yaml
  folklore-ld doctor -c my.yaml --problems            only what is wrong
  folklore-ld doctor -c my.yaml --out /data/releases  with the options of the run
  folklore-ld doctor --sample                         this machine alone, with the built-in services`,
  run: async (call, { report, signal, features }) => {
    const { runChecks } = await import('../doctor/checks.js');
    const { doctorContext, outcomeOf, printedResults, RESULT_FORMATS } = await import('../doctor/check.js');
    const context = doctorContext(signal, features);
    const isJson = call.options.logFormat === 'json';
    const format = RESULT_FORMATS[isJson ? 'json' : 'pretty'];
    const results: CheckResult[] = [];
    try {
      await withSystem(call, async (readSystem) => {
        for await (const result of runChecks(readSystem, context)) results.push(result);
      });
    } finally {
      // Also what was found before an interruption.
      const lines = printedResults(results, format, call.options.problems === true);
      if (isJson) process.stdout.write(lines.map((line) => `${line}\n`).join(''));
      else if (lines.length > 0) print(lines.join('\n'));
    }
    const isWhole = !isJson && call.options.problems !== true;
    if (isWhole && results.every(({ status }) => status !== 'failed')) await printNextStep(call);
    const countOf = (status: CheckResult['status']) =>
      results.filter((result) => result.status === status).length;
    const counts = `${counted(results.length, 'check')}, ${countOf('failed')} failed, ${counted(countOf('warning'), 'warning')}`;
    report({ event: 'note', message: `doctor: ${counts}` });
    return outcomeOf(results);
  },
};

/** Before the first harvest, which takes hours: the trial, which takes minutes. */
async function printNextStep(call: RunCall): Promise<void> {
  const { configOf } = await import('../plans-from-config.js');
  const { harvestsIn } = await import('../../harvest/store/stored-harvest.js');
  const { config, sample, trial } = call.options;
  if (sample === true || trial === true || (await harvestsIn(configOf(call).store)).hasComplete) return;
  const { firstRuns } = await import('./init.js');
  print(`Next steps:\n${numbered(firstRuns(config))}`);
}

/** Gives the configured system, or that of the built-in services, which run only as long as the checks. */
async function withSystem(
  call: RunCall,
  action: (readSystem: () => CheckedSystem) => Promise<void>,
): Promise<void> {
  const { configOf } = await import('../plans-from-config.js');
  const { config: file, sample } = call.options;
  if (sample !== true)
    return action(() => ({
      source: file ?? 'options and variables alone',
      config: configOf(call),
      schema: call.schema,
    }));
  const { startSampleServices } = await import('../../services/server/serve.js');
  const running = await startSampleServices();
  try {
    const config = configOf(call);
    const { archive, placenames } = config.services;
    await action(() => ({
      source: 'the built-in services and their sample world, without a configuration',
      builtIn: { key: running.keys.public, keyName: 'the sample key' },
      config: {
        ...config,
        services: {
          archive: { ...archive, url: running.archive },
          placenames: { ...placenames, url: running.placenames },
        },
      },
    }));
  } finally {
    await running.close();
  }
}
