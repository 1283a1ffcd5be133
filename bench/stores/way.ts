import type { Ran } from '../processes.js';
import type { Loader } from './loader.js';

/** Whom it hits when a load is killed. */
export type Victim = 'the loader' | 'the loader and the store';

/** A store, and how a release gets into it. */
export interface Way {
  /** The store with its version. */
  readonly store: string;
  readonly protocol: string;
  /** Who is killed while it is loaded, one after the other. */
  readonly victims: readonly Victim[];
  /** Makes a store in which nothing is, in a folder that is not there yet. */
  open(folder: string): Promise<Opened>;
}

/** A store that can be loaded. */
export interface Opened {
  /** Begins to load a release, in the place of what an earlier load has left. */
  load(release: string): Loader;
  /** How many bytes loaders have sent so far; absent where it cannot be seen. */
  sent?(): number;
  /** Asks it whether it holds a release: `folklore-ld verify --store`. */
  verify(release: string): Promise<Ran>;
  /** Ends the store without warning; absent where nothing would be left. */
  kill?(): Promise<void>;
  /** Starts it again, where it was. */
  start?(): Promise<void>;
  /** Ends it and takes it away. */
  close(): Promise<void>;
}

/** A way that cannot be tried here. */
export interface Missing {
  readonly store: string;
  readonly why: string;
}
