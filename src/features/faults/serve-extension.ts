import { misuseOf, option } from '../../cli/command.js';
import type { CommandExtension } from '../../cli/feature.js';
import type { Dialect } from '../../services/server/dialect.js';
import type { WorldOptions } from '../generated-world/serve-extension.js';
import { faultTable, type InjectedFault, parseFault } from './fault-syntax.js';

/** Options of `serve` that decide which faults are injected. The seed is that of the generated world. */
export interface FaultOptions extends Pick<WorldOptions, 'seed'> {
  readonly fault: readonly InjectedFault[];
  readonly dialect: Dialect;
}

export const EXTENSION: CommandExtension = {
  options: [
    option('--fault <fault>', 'inject a fault; may be given several times')
      .default([], 'none')
      .argParser((text, before: readonly InjectedFault[]) => [...before, misuseOf(parseFault)(text)]),
  ],
  help: () => `
  folklore-ld serve --fault 'status=503;rate=0.05'        one request in twenty fails

Faults, for tests and rehearsals (several may be given):
${faultList()}`,
};

/** Each fault on its own line, its meaning below. */
const faultList = (): string =>
  faultTable()
    .map(({ form, meaning }) => `  ${form}\n      ${meaning}`)
    .join('\n');
