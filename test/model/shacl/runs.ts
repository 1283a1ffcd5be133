/** How many times a property is tried: enough for every day, or what `RUNS=100000 npx vitest run test/model/shacl` says. */
export const runs = (usually: number): number => Number(process.env.RUNS ?? usually);
