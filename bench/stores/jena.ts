import { spawn } from 'node:child_process';
import { access, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { built } from '../built.js';
import { run } from '../processes.js';

const { programAt } = await built('base/programs');

const JARS = '/usr/share/java';
const CORE = join(JARS, 'jena-core.jar');
/** Debian's package has Xerces' messages where Xerces does not look for them. */
const MESSAGES = 'org/apache/jena/ext/xerces/impl';

/** Of several ways to write logs only one may be there; none is wanted. */
const OTHER_LOGS = /^(?:log4j-over-slf4j|slf4j-(?!api|nop)|jcl-over|jul-to|log4j)/;

/** Why tests with Jena are skipped; undefined when it is here. */
export async function jenaMissing(): Promise<string | undefined> {
  for (const program of ['java', 'unzip']) {
    if ((await programAt(program)) === undefined) return `Jena is not here: no ${program} on the PATH`;
  }
  return access(CORE).then(
    () => undefined,
    () => `Jena is not here: no ${CORE} (Debian: libapache-jena-java)`,
  );
}

/** Whether Java can run a source file. */
export async function compilerMissing(): Promise<string | undefined> {
  const { stdout } = await run('java', ['--list-modules']);
  const isThere = stdout.includes('jdk.compiler') && stdout.includes('jdk.httpserver');
  return isThere ? undefined : 'its store cannot be queried: the Java compiler is not installed';
}

/** Its version, as the names of its files tell it. */
export async function jenaVersion(): Promise<string> {
  const versions = (await readdir(JARS)).flatMap((jar) => /^jena-tdb2-([\d.]+)\.jar$/.exec(jar)?.[1] ?? []);
  return versions[0] ?? '';
}

/** Runs the command line tools of Jena. */
export interface Jena {
  /** What `java` is to be log before the name of a class or of a file. */
  readonly options: readonly string[];
  /** Runs a program such as `tdb2.tdbquery`, and returns its standard output. */
  run(tool: string, ...args: readonly string[]): Promise<string>;
  /** Puts tools into a folder as programs, which Debian's package leaves out. */
  install(folder: string, ...tools: readonly string[]): Promise<void>;
}

/** @param folder for files that Jena needs; it must exist */
export async function prepareJena(folder: string): Promise<Jena> {
  await output('unzip', ['-q', '-o', CORE, `${MESSAGES}/*`, '-d', folder]);
  await output('mkdir', ['-p', join(folder, 'xerces')]);
  await output('cp', ['-r', join(folder, MESSAGES), join(folder, 'xerces', 'impl')]);
  const jars = (await readdir(JARS)).filter((jar) => jar.endsWith('.jar') && !OTHER_LOGS.test(jar));
  const classes = [folder, ...jars.map((jar) => join(JARS, jar))].join(':');
  const options = ['-Xmx1g', '-cp', classes];
  return {
    options,
    run: (tool, ...args) => output('java', [...options, tool, ...args]),
    install: async (programs, ...tools) => {
      for (const tool of tools) {
        const script = `#!/bin/sh\nexec java ${options.map((one) => `'${one}'`).join(' ')} ${tool} "$@"\n`;
        await writeFile(join(programs, tool), script, { mode: 0o755 });
      }
    },
  };
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(out)
        : reject(new Error(`${program} ${args.at(-1)} ended with ${code}: ${err.slice(-2000)}`)),
    );
  });
}
