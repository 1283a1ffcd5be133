/**
 * The empty list of whatever: places have ten of them each, so all places share one. Nobody can put anything
 * into it.
 */
export const NONE = Object.freeze([]) as unknown as never[];
