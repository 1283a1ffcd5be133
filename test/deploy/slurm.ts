import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, programAt } from '../../src/base/programs.js';
import { ending } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';

/** Whether Debian's Slurm and munge are here. Their daemons start jobs as root only. */
export const hasSlurm =
  process.getuid?.() === 0 &&
  (await Promise.all(['slurmctld', 'slurmd', 'sbatch', 'munged'].map(programAt))).every(
    (path) => path !== undefined,
  );

/** A cluster of Slurm of one node, this machine, with all its files in a folder of its own. */
export class SlurmCluster {
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #daemons: readonly ChildProcess[];

  private constructor(folder: string, daemons: readonly ChildProcess[]) {
    this.#folder = folder;
    this.#daemons = daemons;
    this.environment = { SLURM_CONF: join(folder, 'slurm.conf') };
  }

  /**
   * @param cpus those that the node is said to have
   * @returns undefined where the daemons do not run, such as in a container without their system calls
   */
  static async start(cpus: number): Promise<SlurmCluster | undefined> {
    const folder = await makeFolder();
    // The socket of munge must be within reach of every user.
    await chmod(folder, 0o755);
    const [host = '', [controllerPort, nodePort]] = [hostname().split('.')[0], await freePorts(2)];
    const path = (name: string): string => join(folder, name);
    await mkdir(path('state'));
    await writeFile(path('key'), randomBytes(1024), { mode: 0o400 });
    const settings = {
      ...{ ClusterName: 'test', SlurmctldHost: `${host}(127.0.0.1)`, SlurmUser: 'root' },
      ...{ AuthType: 'auth/munge', AuthInfo: `socket=${path('munge')}`, CredType: 'cred/munge' },
      ...{ SlurmctldPort: controllerPort, SlurmdPort: nodePort },
      ...{ SlurmctldPidFile: path('slurmctld.pid'), SlurmdPidFile: path('slurmd.pid') },
      ...{
        StateSaveLocation: path('state'),
        SlurmdSpoolDir: path('node'),
        SlurmdParameters: 'config_overrides',
      },
      ...{ ProctrackType: 'proctrack/linuxproc', TaskPlugin: 'task/none', MpiDefault: 'none' },
      ...{ SelectType: 'select/cons_tres', SelectTypeParameters: 'CR_CPU' },
      NodeName: `${host} NodeAddr=127.0.0.1 CPUs=${cpus}`,
      PartitionName: `main Nodes=${host} Default=YES`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path('slurm.conf'), lines.join(''));
    const files = ['pid', 'log', 'seed'].map((name) => `--${name}-file=${path(`munge.${name}`)}`);
    const daemons = [
      spawn('munged', ['--foreground', `--socket=${path('munge')}`, `--key-file=${path('key')}`, ...files]),
      ...['slurmctld', 'slurmd'].map((name) => spawn(name, ['-D', '-f', path('slurm.conf')])),
    ];
    const cluster = new SlurmCluster(folder, daemons);
    try {
      await cluster.#until('sinfo', ['--noheader', '--format=%T'], 'idle');
      return cluster;
    } catch {
      await cluster.stop();
      return undefined;
    }
  }

  /** Waits until no job waits or runs. */
  async untilDone(): Promise<void> {
    await this.#until('squeue', ['--noheader'], '');
  }

  async stop(): Promise<void> {
    for (const daemon of this.#daemons.toReversed()) {
      const closed = once(daemon, 'close');
      if (daemon.exitCode !== null) continue;
      daemon.kill();
      await closed;
    }
    await removeFolder(this.#folder);
  }

  async #until(program: string, args: readonly string[], wanted: string): Promise<void> {
    const env = { ...process.env, ...this.environment };
    for (let look = 0; look < 600; look += 1) {
      const { code, stdout } = await ending(spawn(program, args, { env }));
      if (code === 0 && stdout.trim() === wanted) return;
      await sleep(200);
    }
    throw new Error(`${program} never said "${wanted}"`);
  }
}
