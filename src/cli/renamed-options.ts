/** Options by their former names, which this version still understands, and their present ones. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  load: { '--store': '--endpoint', '--store-kind': '--endpoint-kind' },
  verify: { '--sample': '--lookups', '--store-kind': '--endpoint-kind' },
};

/** A note for users of a former name. */
export const renamedNote = (former: string, present: string): string =>
  `${former} is now called ${present}; the next version will not understand it`;

/**
 * A command line with the present names of options.
 *
 * @param args the name of the command, then its arguments
 * @returns the arguments, and a note for each name that was replaced
 */
export function withPresentNames(args: readonly string[]): {
  readonly args: readonly string[];
  readonly notes: readonly string[];
} {
  const [command = '', ...rest] = args;
  const names = Object.hasOwn(RENAMED, command) ? (RENAMED[command] ?? {}) : {};
  const notes: string[] = [];
  const renamed = rest.map((word) => {
    const [name = '', ...value] = word.split('=');
    const present = Object.hasOwn(names, name) ? names[name] : undefined;
    if (present === undefined) return word;
    notes.push(renamedNote(name, present));
    return [present, ...value].join('=');
  });
  return { args: [command, ...renamed].slice(0, args.length), notes };
}

/** Variables by their former names. */
const RENAMED_VARIABLES: Readonly<Record<string, string>> = {
  FOLKLORE_LD_STORE_USER: 'FOLKLORE_LD_ENDPOINT_USER',
  FOLKLORE_LD_STORE_PASSWORD: 'FOLKLORE_LD_ENDPOINT_PASSWORD',
  FOLKLORE_LD_STORE_TOKEN: 'FOLKLORE_LD_ENDPOINT_TOKEN',
};

/**
 * Gives variables that have a former name their present one as well.
 *
 * @returns a note for each
 */
export function addPresentVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(RENAMED_VARIABLES).flatMap(([former, present]) => {
    if (!environment[former] || environment[present]) return [];
    environment[present] = environment[former];
    return [renamedNote(former, present)];
  });
}
