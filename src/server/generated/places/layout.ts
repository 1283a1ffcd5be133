/** How many places there are of each kind; they are numbered block after block in this order. */
export interface Layout {
  readonly baronies: number;
  readonly parishes: number;
  readonly towns: number;
  readonly villages: number;
  readonly townlands: number;
  readonly streets: number;
  readonly features: number;
}

/** Provinces and counties, which every world has. */
const COUNTIES = 32;
const FIXED = 4 + COUNTIES;

/** Shares out a number of places as the real database has them: half are townlands. */
export function layoutOf(places: number): Layout {
  const rest = places - FIXED;
  const share = (least: number, part: number) => Math.max(least, Math.round(rest * part));
  const layout = {
    baronies: share(COUNTIES, 0.0026),
    parishes: share(COUNTIES, 0.0195),
    towns: share(4, 0.006),
    villages: share(4, 0.012),
    streets: share(8, 0.12),
    features: share(22, 0.34),
  };
  const taken = Object.values(layout).reduce((sum, count) => sum + count, 0);
  return { ...layout, townlands: rest - taken };
}

/** Which of the `parents` the child belongs to, when the children are shared out in order. */
export const parentOf = (child: number, children: number, parents: number): number =>
  Math.floor((child * parents) / children);

/** The children that belong to a parent: the first, and the one after the last. */
export const childrenOf = (parent: number, children: number, parents: number): readonly [number, number] => [
  Math.ceil((parent * children) / parents),
  Math.ceil(((parent + 1) * children) / parents),
];
