import type { StoreNames } from '../../model/rdf/iris.js';
import type { StoreClient } from './client.js';
import type { GraphPlan } from './load-plan.js';
import { insertData } from './sparql.js';

/** The entry of a graph. */
interface RegisterEntry {
  /** The IRI of the dataset of the release. */
  readonly released: string | undefined;
  /** The digest of its content. */
  readonly content: string | undefined;
}

/**
 * The graphs that a store has whole, staging graphs included, each with the digest of its content. It is kept in a graph
 * of the store itself, so that a load needs nothing but the store and the release.
 */
export class CompletedGraphs {
  /** The entries when they were read. */
  readonly entries: ReadonlyMap<string, RegisterEntry>;
  readonly #client: StoreClient;
  readonly #names: StoreNames;

  private constructor(client: StoreClient, names: StoreNames, entries: CompletedGraphs['entries']) {
    this.#client = client;
    this.#names = names;
    this.entries = entries;
  }

  /** @throws FolkloreError as the client does */
  static async read(client: StoreClient, names: StoreNames): Promise<CompletedGraphs> {
    const entries = new Map<string, RegisterEntry>();
    for (const row of await client.query(`SELECT ?s ?p ?o WHERE { GRAPH <${names.loaded}> { ?s ?p ?o } }`)) {
      const graph = row.get('s')?.value ?? '';
      const { released, content } = entries.get(graph) ?? {};
      const [property, value] = [row.get('p')?.value, row.get('o')?.value];
      entries.set(graph, {
        released: property === names.holds ? value : released,
        content: property === names.identifier ? value : content,
      });
    }
    const completed = new CompletedGraphs(client, names, entries);
    // A store whose counts cannot be read fails before the load.
    await completed.count(names.loaded);
    return completed;
  }

  /**
   * Whether a graph has the content of a plan. The store may have lost triples since it was recorded, so they are counted.
   *
   * @param graph the graph of the plan, or its staging graph
   */
  async isWhole(graph: string, { content, triples }: GraphPlan): Promise<boolean> {
    return this.entries.get(graph)?.content === content && (await this.count(graph)) === triples;
  }

  /** Whether the entry of a graph is that of a plan. */
  isRecorded(graph: string, { released, content }: GraphPlan): boolean {
    const entry = this.entries.get(graph);
    return entry?.released === released && entry.content === content;
  }

  /** The number of triples of a graph. */
  count(graph: string): Promise<number> {
    return this.#client.count(
      `SELECT (COUNT(*) AS ?number) WHERE { GRAPH <${graph}> { ?s ?p ?o } }`,
      'number',
    );
  }

  /** The operations that record the content of a graph. */
  record(graph: string, { released, content }: GraphPlan): string[] {
    const { loaded, holds, identifier } = this.#names;
    const lines = `<${graph}> <${holds}> <${released}> .\n<${graph}> <${identifier}> "${content}" .\n`;
    return [this.remove(graph), insertData(loaded, lines)];
  }

  /** The operation that deletes the entry of a graph. */
  remove(graph: string): string {
    return `DELETE WHERE { GRAPH <${this.#names.loaded}> { <${graph}> ?p ?o } }`;
  }

  /** The operations that delete a graph and its entry. */
  drop(graph: string): string[] {
    return [`DROP SILENT GRAPH <${graph}>`, this.remove(graph)];
  }
}
