import type { StoreNames } from '../../model/rdf/iris.js';
import type { StoreClient } from './client.js';
import { insertData } from './sparql.js';

/** The journal's entry of a graph. */
export interface JournalEntry {
  /** The IRI of the dataset of the release. */
  readonly released: string | undefined;
  /** The digest of its content. */
  readonly content: string | undefined;
}

/**
 * The record of loaded graphs and of the steps of unfinished loads. It is kept in the store itself, so that it is never
 * ahead of the data, and a load continues with nothing but the store and the release.
 */
export class LoadJournal {
  readonly #client: StoreClient;
  readonly #names: StoreNames;
  readonly #held: ReadonlyMap<string, JournalEntry>;
  readonly #steps: Map<string, Set<string>>;

  private constructor(
    client: StoreClient,
    names: StoreNames,
    held: ReadonlyMap<string, JournalEntry>,
    steps: Map<string, Set<string>>,
  ) {
    this.#client = client;
    this.#names = names;
    this.#held = held;
    this.#steps = steps;
  }

  /** @throws FolkloreError as the client does */
  static async read(client: StoreClient, names: StoreNames): Promise<LoadJournal> {
    const held = new Map<string, JournalEntry>();
    const rowsOf = (graph: string) => client.query(`SELECT ?s ?p ?o WHERE { GRAPH <${graph}> { ?s ?p ?o } }`);
    for (const row of await rowsOf(names.loaded)) {
      const graph = row.get('s')?.value ?? '';
      const { released, content } = held.get(graph) ?? {};
      const [property, value] = [row.get('p')?.value, row.get('o')?.value];
      held.set(graph, {
        released: property === names.holds ? value : released,
        content: property === names.identifier ? value : content,
      });
    }
    const steps = new Map<string, Set<string>>();
    for (const row of await rowsOf(names.loading)) {
      const [graph, step] = [row.get('s')?.value ?? '', row.get('o')?.value ?? ''];
      steps.set(graph, (steps.get(graph) ?? new Set()).add(step));
    }
    return new LoadJournal(client, names, held, steps);
  }

  /** The entries when the journal was read. */
  get entries(): ReadonlyMap<string, JournalEntry> {
    return this.#held;
  }

  /**
   * The number of steps done of some work on a graph.
   *
   * @param work identifies the work; letters, digits and hyphens
   */
  stepsDone(graph: string, work: string): number {
    const start = this.#names.step(graph, work, 0).slice(0, -1);
    const numbers = [...(this.#steps.get(graph) ?? [])]
      .filter((step) => step.startsWith(start))
      .map((step) => Number(step.slice(start.length)));
    return Math.max(0, ...numbers.filter(Number.isSafeInteger));
  }

  /** The operations that record a number of steps: the new number is inserted first, so that one is always there. */
  recordSteps(graph: string, work: string, steps: number): string[] {
    const { loading, hasPart, step } = this.#names;
    const [now, before] = [step(graph, work, steps), step(graph, work, steps - 1)];
    const line = (iri: string): string => `<${graph}> <${hasPart}> <${iri}> .\n`;
    this.#steps.set(graph, new Set([now]));
    return [
      insertData(loading, line(now)),
      ...(steps > 1 ? [`DELETE DATA { GRAPH <${loading}> {\n${line(before)}} }`] : []),
    ];
  }

  /** The operations that delete the steps of a graph. */
  clearSteps(graph: string): string[] {
    this.#steps.delete(graph);
    return [`DELETE WHERE { GRAPH <${this.#names.loading}> { <${graph}> ?p ?o } }`];
  }

  /** The operations that record the content of a graph. */
  recordGraph(
    graph: string,
    { released, content }: { readonly released: string; readonly content: string },
  ): string[] {
    const { loaded, holds, identifier } = this.#names;
    return [
      ...this.removeGraph(graph),
      insertData(
        loaded,
        `<${graph}> <${holds}> <${released}> .\n<${graph}> <${identifier}> "${content}" .\n`,
      ),
    ];
  }

  /** The operations that delete the entry of a graph. */
  removeGraph(graph: string): string[] {
    return [`DELETE WHERE { GRAPH <${this.#names.loaded}> { <${graph}> ?p ?o } }`];
  }

  /** The number of triples of a graph. */
  count(graph: string): Promise<number> {
    return this.#client.count(
      `SELECT (COUNT(*) AS ?number) WHERE { GRAPH <${graph}> { ?s ?p ?o } }`,
      'number',
    );
  }
}
