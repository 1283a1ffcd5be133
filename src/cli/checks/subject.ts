import { SERVICES, type Service } from '../../base/origin.js';
import type { Config } from '../config.js';

export { SERVICES, type Service };

/** What each service is called in findings. */
export const CALLED: Readonly<Record<Service, string>> = {
  archive: 'the archive service',
  placenames: 'the place-names service',
};

/** A key, and where it comes from. */
export interface KnownKey {
  readonly key: string;
  readonly keyName: string;
}

/** What is examined. */
export interface Subject {
  readonly config: Config;
  /** What the configuration comes from, as its check says it. */
  readonly from: string;
  /** The key of the services that are built in, which no configuration names. */
  readonly builtIn?: KnownKey;
}

/** What the process knows and a test invents. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** As Node.js says it: `20.19.0`. */
  readonly nodeVersion: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: () => number;
  /** How many bytes this user may still write to the disk that a folder is on. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Milliseconds that a service may take for an answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
