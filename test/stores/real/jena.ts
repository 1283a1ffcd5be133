import { spawn } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { programAt } from './present.js';

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

/** Runs the command line tools of Jena. */
export interface Jena {
  /** Runs `tdb2.tdbquery` and its like; what it writes to its output. */
  run(tool: string, ...args: readonly string[]): Promise<string>;
}

/** @param folder for what Jena needs beside itself; it must be there */
export async function prepareJena(folder: string): Promise<Jena> {
  await output('unzip', ['-q', '-o', CORE, `${MESSAGES}/*`, '-d', folder]);
  await output('mkdir', ['-p', join(folder, 'xerces')]);
  await output('cp', ['-r', join(folder, MESSAGES), join(folder, 'xerces', 'impl')]);
  const jars = (await readdir(JARS)).filter((jar) => jar.endsWith('.jar') && !OTHER_LOGS.test(jar));
  const classes = [folder, ...jars.map((jar) => join(JARS, jar))].join(':');
  return { run: (tool, ...args) => output('java', ['-Xmx1g', '-cp', classes, tool, ...args]) };
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
