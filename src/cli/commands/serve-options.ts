import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../base/errors.js';
import { DEFAULT_DIALECT, parseDialect } from '../../server/dialect.js';
import type { InjectedFault } from '../../server/fault-injection/fault.js';
import { faultTable, parseFault } from '../../server/fault-injection/fault-parser.js';
import { MAX_CONNECTIONS } from '../../server/http-server.js';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';
import type { ServeCommandOptions } from './serve.js';

/** The commonest figures of wire-format.md's dirt: one record in a hundred. */
const DEFAULT_DIRT = 0.01;
const DEFAULT_SCALE = 0.01;

/** Columns of help texts; the name of a fault stands on a line of its own, its meaning below. */
const COLUMNS = 100;
const INDENT = '      ';

const faults = (): string =>
  faultTable()
    .map(({ form, meaning }) => `  ${form}\n${wrapped(meaning)}`)
    .join('\n');

const wrapped = (text: string): string =>
  new Help()
    .boxWrap(text, COLUMNS - INDENT.length)
    .split('\n')
    .map((line) => `${INDENT}${line}`)
    .join('\n');

const epilogue = (): string => `
When both are ready, the first line on standard output is one JSON object with their
addresses and keys: {"archive":"http://127.0.0.1:4010","placenames":"…","keys":{…}}
Keys of your own come from FOLKLORE_LD_PUBLIC_KEY, FOLKLORE_LD_ARCHIVE_KEY and
FOLKLORE_LD_INTERNAL_KEY, and are not printed; without them the sample keys serve, on loopback only,
and of a folder only what is for everybody.

Faults, for tests and rehearsals (several may be given):
${faults()}

Examples:
  folklore-ld serve                                       the sample world
  folklore-ld serve --world .folklore-ld                  a mirror of what was harvested
  folklore-ld serve --world generated --scale 0.05        a twentieth of the real archive
  folklore-ld serve --fault 'status=503;rate=0.05'        one request in twenty fails
  folklore-ld serve --port 0 --world my-world/`;

/** Adds the command that runs both services. */
export function addServe(program: Command, runner: CommandRunner): void {
  const serve = program
    .command('serve')
    .description('Run both services, whole: the archive on one port, the place-names on the next.')
    .addOption(
      new Option(
        '--world <world>',
        "'sample', 'generated', or a folder: records of a world, or a store that harvest filled",
      ).default('sample'),
    )
    .addOption(
      new Option('-p, --port <port>', 'port of the archive service; 0 takes free ones')
        .default(4010)
        .argParser(readPort),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      new Option('--max-connections <number>', 'most connections that each service holds at once')
        .default(MAX_CONNECTIONS)
        .argParser(readConnections),
    )
    .addOption(
      new Option('--scale <scale>', 'size of a generated world; 1 is the real archive')
        .default(DEFAULT_SCALE)
        .argParser(readScale),
    )
    .addOption(
      new Option('--seed <number>', 'which generated world, and which requests faults hit')
        .default(1)
        .argParser(readSeed),
    )
    .addOption(
      new Option('--dirt <share>', 'share of dirty records in a generated world, 0 to 1')
        .default(DEFAULT_DIRT)
        .argParser(readShare),
    )
    .addOption(new Option('--lenient', 'ignore unknown parameters, as the live services do'))
    .addOption(
      new Option('--dialect <release>', 'how the services speak: v0.6, or v1.1 as their successors do')
        .default(DEFAULT_DIALECT)
        .argParser((word) => orMisuse(() => parseDialect(word))),
    )
    .addOption(
      new Option('--fault <fault>', 'what goes wrong on purpose; may be given several times')
        .default([], 'none')
        .argParser((written, before: readonly InjectedFault[]) => [
          ...before,
          orMisuse(() => parseFault(written)),
        ]),
    );
  withOptions(serve, 'logFormat')
    .addHelpText('after', epilogue)
    .action((options: ServeCommandOptions & SharedOptions) =>
      runner(async (at) => {
        const { runServe: runServices } = await import('./serve.js');
        return runServices(options, process.env, at);
      }, options.logFormat),
    );
}

function orMisuse<T>(parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    throw new InvalidArgumentError(messageOf(thrown));
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_535) return port;
  throw new InvalidArgumentError('Expected a port from 0 to 65534.');
}

function readConnections(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

function readScale(text: string): number {
  const scale = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && scale > 0 && scale <= 10) return scale;
  throw new InvalidArgumentError('Expected a number above 0, at most 10.');
}

function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function readShare(text: string): number {
  const share = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && share <= 1) return share;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}
