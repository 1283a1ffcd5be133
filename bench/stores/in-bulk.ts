import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { built } from '../built.js';
import { compilerMissing, jenaMissing, jenaVersion, prepareJena } from './jena.js';
import { begin } from './loader.js';
import { TDB2_SERVER, verify } from './over-http.js';
import { serveTdb2 } from './tdb2.js';
import { DBA, startVirtuoso, virtuosoMissing, virtuosoVersion } from './virtuoso.js';
import type { Missing, Opened, Way } from './way.js';

const { programAt } = await built('base/programs');

const ISQL = 'isql-vt';

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
          // The store cannot be loaded while its server runs.
          const { url, remove } = await serveTdb2(jena, store, TDB2_SERVER);
          try {
            return await verify(release, url, 'fuseki');
          } finally {
            await remove();
          }
        },
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}
