import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, startProgram, stop } from '../processes.js';
import { ROOT } from '../results.js';
import { jenaMissing, jenaVersion, prepareJena } from './jena.js';
import { begin } from './loader.js';
import { verify } from './over-http.js';
import { programAt } from './present.js';
import { DBA, startVirtuoso, virtuosoMissing, virtuosoVersion } from './virtuoso.js';
import type { Missing, Opened, Way } from './way.js';

const ISQL = 'isql-vt';
const QUERY_SERVER = fileURLToPath(new URL('bench/stores/QueryServer.java', ROOT));

/**
 * The stores that the scripts in `bulk/` of a release can be tried with here.
 *
 * @param readable the folder of all releases
 */
export async function waysInBulk(readable: string): Promise<readonly (Way | Missing)[]> {
  return [await virtuosoWay(readable), await jenaWay()];
}

async function virtuosoWay(readable: string): Promise<Way | Missing> {
  const noClient = (await programAt(ISQL)) === undefined ? `no ${ISQL} on the PATH` : undefined;
  const why = (await virtuosoMissing()) ?? noClient;
  const script = 'bulk/virtuoso.sql';
  if (why !== undefined) return { store: `Virtuoso by ${script}`, why };
  return {
    store: `Virtuoso ${await virtuosoVersion()}`,
    protocol: script,
    // It is the store that reads the files.
    victims: ['the loader and the store'],
    open: async (folder): Promise<Opened> => {
      const { url, sqlPort, kill, start, remove } = await startVirtuoso(folder, [readable]);
      return {
        load: (release) => {
          const args = [`127.0.0.1:${sqlPort}`, DBA.user, DBA.password, script, '-u', `RELEASE=${release}`];
          return begin(ISQL, args, {}, release);
        },
        verify: (release) => verify(release, url, 'virtuoso'),
        kill,
        start,
        close: remove,
      };
    },
  };
}

async function jenaWay(): Promise<Way | Missing> {
  const script = 'bulk/jena-tdb2.sh';
  const why = (await jenaMissing()) ?? (await compilerMissing());
  if (why !== undefined) return { store: `Jena TDB2 by ${script}`, why };
  return {
    store: `Jena TDB2 ${await jenaVersion()}`,
    protocol: script,
    victims: ['the loader'],
    open: async (folder): Promise<Opened> => {
      await mkdir(folder);
      const jena = await prepareJena(folder);
      const programs = join(folder, 'bin');
      await mkdir(programs);
      await jena.install(programs, 'tdb2.tdbloader', 'tdb2.tdbupdate');
      const store = join(folder, 'store');
      return {
        load: (release) => begin('sh', [join(release, script), store], { JENA_BIN: programs }),
        verify: async (release) => {
          // Nobody may load into the store while it answers.
          const server = await startProgram('java', ...jena.options, QUERY_SERVER, store);
          try {
            return await verify(release, String(server.ready.url), 'sparql');
          } finally {
            await stop(server);
          }
        },
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}

/** Whether Java can run a program that nobody has compiled. */
async function compilerMissing(): Promise<string | undefined> {
  const { said } = await run('java', ['--list-modules']);
  const isThere = said.includes('jdk.compiler') && said.includes('jdk.httpserver');
  return isThere ? undefined : 'what its store holds cannot be asked: Java is here without its compiler';
}
