import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { CLI } from './cli.js';

const NOBODY = 65_534;

/** Options of a process that may not do everything: root may, so another user has to try. */
export const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const may = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { ...asUser, cwd: '/' }).status === 0;

/** Why such tests are skipped, for the end of their titles; empty when that user can run the program, and read what tests write. */
export const noOtherUser =
  may(process.execPath, CLI, '--version') && may('test', '-x', tmpdir())
    ? ''
    : `: skipped, user ${NOBODY} cannot run what root has installed here, or not read below ${tmpdir()}`;
