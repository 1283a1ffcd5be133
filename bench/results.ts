import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { markdown, putBetween, type Row } from './table.js';
import type { Worlds } from './worlds.js';

/** The repository, from `dist/bench`. */
export const ROOT = new URL('../../', import.meta.url);

/** Packages whose versions are printed with every table. */
const MEASURED_WITH = ['n3', 'jsonld', 'rdf-validate-shacl', 'shacl-engine', 'undici'] as const;

/** A table of figures. */
export interface Table {
  /** Its name, and that of its marks in the document. */
  readonly mark: string;
  /** What was measured, and how. */
  readonly caption: string;
  readonly rows: readonly Row[];
}

/** The services of a bench. */
export interface Room {
  readonly worlds: Worlds;
  /** Prints progress. */
  readonly log: (what: string) => void;
}

/** A bench of speed: its arguments are those of the command line. */
export type SpeedBench = (room: Room, ...args: readonly string[]) => Promise<readonly Table[]>;

/** What figures were measured on. It names no machine. */
export interface Machine {
  readonly cpus: number;
  readonly system: string;
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * The machine, as far as it matters.
 *
 * @param root where packages are installed
 */
export async function machineHere(root: URL = ROOT): Promise<Machine> {
  const versions = await Promise.all(
    MEASURED_WITH.map(async (name) => [name, await versionOf(name, root)] as const),
  );
  return {
    cpus: availableParallelism(),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    versions: Object.fromEntries(versions),
  };
}

/** The version of an installed package; `not installed` where it is not. */
export async function versionOf(name: string, root: URL): Promise<string> {
  try {
    const manifest = await readFile(new URL(`node_modules/${name}/package.json`, root), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return 'not installed';
  }
}

/** A machine in a line. */
export const machineLine = ({ cpus, system, node, versions }: Machine): string =>
  [
    `${cpus} CPUs, ${system}, Node ${node}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ].join(', ');

/** A table as Markdown, with its caption and the machine. */
export const tableText = ({ caption, rows }: Pick<Table, 'caption' | 'rows'>, machine: Machine): string =>
  `${caption}\n\n${markdown(rows)}\n\nMeasured on: ${machineLine(machine)}.`;

/** Writes what a bench found as `<name>.json` and `<name>.md` into a folder, which need not be there yet. */
export async function writeResults(
  folder: URL,
  name: string,
  machine: Machine,
  tables: readonly Table[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const facts = { bench: name, machine, tables };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(facts, undefined, 2)}\n`);
  const texts = tables.map((table) => tableText(table, machine));
  await writeFile(new URL(`${name}.md`, folder), `${[`# ${name}`, ...texts].join('\n\n')}\n`);
}

/** Puts the tables that a document has marks for between their marks. */
export async function fillDocument(document: URL, machine: Machine, tables: readonly Table[]): Promise<void> {
  const text = await readFile(document, 'utf8');
  for (const table of tables)
    if (text.includes(`<!-- /${table.mark} -->`))
      await putBetween(document, table.mark, tableText(table, machine));
}
