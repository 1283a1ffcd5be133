/**
 * Something that is counted in several threads and joined in one: `take` gives what was added since the last call, as plain
 * data that crosses threads, and `merge` adds what another one has taken.
 */
export interface Mergeable<State> {
  take(): State;
  merge(state: State): void;
}
