import { EXIT, type ExitCode } from './exit-codes.js';

/** The codes of the errors that end a run, which scripts may use, each with the exit code of the run. */
const EXITS = {
  ANSWER_TOO_LONG: 'fault',
  ANSWER_UNREADABLE: 'fault',
  CONFIG_INVALID: 'misuse',
  CONTEXT_TERM: 'fault',
  COUNT_MISMATCH: 'fault',
  FEATURE_FAILED: 'fault',
  FILE_UNREADABLE: 'misuse',
  GATE_FAILED: 'gate',
  INTERRUPTED: 'interrupted',
  KEY_REFUSED: 'misuse',
  LIMIT_REACHED: 'misuse',
  OUTPUT_UNWRITABLE: 'misuse',
  PORT_UNUSABLE: 'misuse',
  RECORD_UNKNOWN: 'misuse',
  QUERY_FAILED: 'misuse',
  RELEASE_TOO_LARGE: 'misuse',
  RELEASE_EXISTS: 'misuse',
  REQUEST_REFUSED: 'fault',
  SERVICE_UNAVAILABLE: 'unavailable',
  SETTING_CHANGED: 'misuse',
  SHAPES_UNUSABLE: 'misuse',
  STORE_UNUSABLE: 'misuse',
  WORKER_FAILED: 'fault',
  WORLD_UNUSABLE: 'misuse',
} as const satisfies Record<string, keyof typeof EXIT>;
export type ErrorCode = keyof typeof EXITS;

/**
 * An error that ends the run: what happened (`message`), the remedy (`hint`), a stable `code` and the exit code, which is that
 * of the code unless another one is given. Faults of single records are findings and are not thrown.
 */
export class FolkloreError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly exitCode: ExitCode;

  constructor(
    code: ErrorCode,
    message: string,
    details: { hint: string; exitCode?: ExitCode; cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'FolkloreError';
    this.code = code;
    this.hint = details.hint;
    this.exitCode = details.exitCode ?? EXIT[EXITS[code]];
  }
}

/**
 * The error of an interrupted run that cannot be continued.
 *
 * @param doing the interrupted step: `verifying`
 * @param outcome the state that it leaves: `nothing was changed`
 */
export const interrupted = (doing: string, outcome: string): FolkloreError =>
  new FolkloreError('INTERRUPTED', `Stopped while ${doing}; ${outcome}.`, {
    hint: 'Run the same command again.',
  });

/** The remedy for too many open files. */
const RAISE_OPEN_FILES =
  'Raise the limit of open files (`ulimit -n 4096`; LimitNOFILE= of systemd) and run the same command again.';

const GIVE_PERMISSION = 'Give this user permission to read and write there, or name another folder';
const FREE_SPACE = 'Free some space and run the same command again';

/**
 * The remedy for an error code of the file system, which no command can mend.
 *
 * @param as completes "Name a folder": `as the store`, `with --out`; empty where no option names the folder
 * @param again what the same command does then, after a colon; empty where it begins anew
 */
export function remedyFor(code: string, as = '', again = ''): string | undefined {
  const named = as === '' ? '.' : ` ${as}.`;
  const then = again === '' ? '.' : `: ${again}.`;
  return {
    EACCES: `${GIVE_PERMISSION}${named}`,
    EPERM: `${GIVE_PERMISSION}${named}`,
    EROFS: `Name a folder on a writable disk${named}`,
    ENOSPC: `${FREE_SPACE}${then}`,
    EDQUOT: `${FREE_SPACE}${then}`,
    EMFILE: RAISE_OPEN_FILES,
    ENFILE: RAISE_OPEN_FILES,
    EIO: `Check the disk, its free space, and the limit on the size of files (\`ulimit -f\`). Then run the same command again${then}`,
    EFBIG: `Raise the limit (\`ulimit -f\`) and run the same command again${then}`,
    EBUSY: `Name a folder below the mount point${named} If it is none, end the program that uses it.`,
    EXDEV: `Name a folder below the mount point${named} In a container, move the folder away and run the same command again.`,
  }[code];
}

/** What the system's codes for trouble with a file mean to a person. */
const FILE_TROUBLE: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'the folder is a mount point, or in use',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would exceed the size limit of this process',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it, or a part of its path, is a file',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  EXDEV: 'the folder is a mount point, or part of a container image',
};

/** The message of anything that was thrown; of trouble with a file in plain words, without its path. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return FILE_TROUBLE[errorCode(thrown)] ?? thrown.message;
}

/** The system's code for what was thrown, for example `ENOENT`; empty when it has none. */
export function errorCode(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}

/** What was thrown; for trouble of the system that any part of the program may meet, an error with the remedy. */
export function withRemedy(thrown: unknown): unknown {
  const hint = remedyFor(errorCode(thrown));
  if (thrown instanceof FolkloreError || !(thrown instanceof Error) || hint === undefined) return thrown;
  const { path }: NodeJS.ErrnoException = thrown;
  const subject = path === undefined ? 'The run cannot go on' : `Cannot use ${path}`;
  const code = hint === RAISE_OPEN_FILES ? 'LIMIT_REACHED' : 'OUTPUT_UNWRITABLE';
  return new FolkloreError(code, `${subject}: ${messageOf(thrown)}.`, { hint, cause: thrown });
}

/** An error as plain data, for another thread or process. */
export interface PackedError {
  readonly message: string;
  /** The properties of a FolkloreError; absent for any other error. */
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

/** An error as plain data. */
export function packError(error: unknown): PackedError {
  const thrown = withRemedy(error);
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return { message };
  const { code, hint, exitCode } = thrown;
  return { message, own: { code, hint, exitCode } };
}

/** The error that was packed: a FolkloreError as it was, of any other error the message. */
export const unpackError = ({ message, own }: PackedError): Error =>
  own === undefined ? new Error(message) : new FolkloreError(own.code, message, own);
