import { EXIT, type ExitCode } from './exit-codes.js';

/**
 * The codes of the errors that end a run, which scripts may use, each with the exit code of the run unless the error has another
 * one. docs/exit-codes.md is made of the comments: what it means, what to do (`@remedy`), and what is not lost (`@kept`).
 */
const EXITS = {
  /**
   * A service sends an answer that is longer than `harvest.maxAnswerMiB`.
   * @remedy Raise the setting if a record of the service can be that long. The same command continues.
   * @kept the last harvest; the answers so far
   */
  ANSWER_TOO_LONG: 'fault',
  /**
   * A list without which nothing goes on is absent or cannot be read (exit code 2 or 4).
   * @remedy Check the `url` and the `path` of both services: they may be swapped. If they are right, the service has changed: report the message.
   * @kept the last harvest; the answers so far
   */
  ANSWER_UNREADABLE: 'fault',
  /**
   * An option, a setting or a table of the operator is wrong.
   * @remedy Correct what the message names. `doctor` shows all errors of a configuration.
   * @kept everything: nothing was begun
   */
  CONFIG_INVALID: 'misuse',
  /**
   * The mapping uses a word that `contexts/context.jsonld` does not define.
   * @remedy Only after a change of the program: add the term.
   * @kept the store; the last release
   */
  CONTEXT_TERM: 'fault',
  /**
   * Records or triples are lost on the way: in a build, or in a SPARQL store (exit code 6).
   * @remedy Of a build: report it with the store. Of a SPARQL store: see whether another program writes to the store, and load again.
   * @kept the last release; of a SPARQL store what the message says
   */
  COUNT_MISMATCH: 'fault',
  /**
   * A feature from outside throws an error, or takes too long.
   * @remedy Mend the module, or take it out of `features` in the configuration.
   * @kept the store; the last release
   */
  FEATURE_FAILED: 'fault',
  /**
   * A file is absent, damaged or of another form.
   * @remedy Correct or name the file. A damaged file of a release: build or fetch the release again.
   * @kept everything: the file is only read
   */
  FILE_UNREADABLE: 'misuse',
  /**
   * Too many records are rejected, have disappeared, or are not published any more; or a violation meets `halt`.
   * @remedy Read `LABEL.failed/report/`. If the records are right to go, the message names the option that allows this once.
   * @kept the last harvest and the last release
   */
  GATE_FAILED: 'gate',
  /**
   * A signal or `--max-duration` has stopped the run.
   * @remedy Run the same command again.
   * @kept the last release; the answers so far
   */
  INTERRUPTED: 'interrupted',
  /**
   * A service or a SPARQL store refuses the key or the password (401, 403).
   * @remedy Correct the variable or the file that the message names; `doctor` tries the keys.
   * @kept the last harvest; the answers so far
   */
  KEY_REFUSED: 'misuse',
  /**
   * The process may not open more files.
   * @remedy Raise `ulimit -n`, or `LimitNOFILE=` of systemd.
   * @kept the last release; the answers so far
   */
  LIMIT_REACHED: 'misuse',
  /**
   * A file or folder cannot be written: no permission, no space, or something else is in its place.
   * @remedy Free space, give permission, move away what is in the way, or name another folder.
   * @kept the last release; the answers so far
   */
  OUTPUT_UNWRITABLE: 'misuse',
  /**
   * The port is in use, or may not be used.
   * @remedy Give another `--port`, or end the other program.
   * @kept everything
   */
  PORT_UNUSABLE: 'misuse',
  /**
   * No record or no release has that name.
   * @remedy Take one of the names in the message.
   * @kept everything
   */
  RECORD_UNKNOWN: 'misuse',
  /**
   * A query has an error, or takes more time than allowed.
   * @remedy Correct the line and column that the message names, or raise `--timeout`.
   * @kept everything
   */
  QUERY_FAILED: 'misuse',
  /**
   * A release has more triples than the embedded engine holds, or more pages than a site may have.
   * @remedy Name an engine or an endpoint; of a site write fewer kinds, or raise the limit.
   * @kept everything
   */
  RELEASE_TOO_LARGE: 'misuse',
  /**
   * There is a release of that label.
   * @remedy Give another `--release`, or `--replace`.
   * @kept the release that is there
   */
  RELEASE_EXISTS: 'misuse',
  /**
   * A service or a SPARQL store refuses a request (4xx).
   * @remedy Check the address and the `path`. If they are right, report the message.
   * @kept the last harvest; the answers so far
   */
  REQUEST_REFUSED: 'fault',
  /**
   * A service or a SPARQL store does not answer, also after all retries.
   * @remedy Run the same command again, later; the command continues.
   * @kept the last harvest; the answers so far
   */
  SERVICE_UNAVAILABLE: 'unavailable',
  /**
   * A setting would rename or remove what the last release has published.
   * @remedy Take the change back, or accept the setting once with `--accept-change`.
   * @kept everything: nothing was begun
   */
  SETTING_CHANGED: 'misuse',
  /**
   * The SHACL shapes of the program cannot be read.
   * @remedy Install the package again; in a clone correct the file that the message names.
   * @kept everything
   */
  SHAPES_UNUSABLE: 'misuse',
  /**
   * The folder is no store, has no complete harvest, is of another version, is damaged, or is in use.
   * @remedy See whether the command runs in the folder to which the relative path of the store leads. Else harvest, or wait for the other run.
   * @kept all releases. Never delete `store.sqlite`: a harvest requests only what is damaged
   */
  STORE_UNUSABLE: 'misuse',
  /**
   * A thread has died, often for lack of memory.
   * @remedy Run the command again with `--workers 1` or more memory.
   * @kept the last release; the store
   */
  WORKER_FAILED: 'fault',
  /**
   * `serve` finds no records, or unreadable ones, in the folder of a world.
   * @remedy Name the folder of a world or of a store.
   * @kept everything
   */
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
