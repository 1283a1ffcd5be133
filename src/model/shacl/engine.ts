import type { Quad, Term } from '@rdfjs/types';
import type SHACLValidator from 'rdf-validate-shacl';
import type { Options } from 'rdf-validate-shacl';
import { messageOf } from '../../base/errors.js';
import { RecordGraph } from './record-graph.js';
import { unusable } from './shapes.js';

export type Result = Awaited<ReturnType<SHACLValidator['validate']>>['results'][number];

type Settings = Options & { readonly maxNodeChecks: number };

/**
 * Makes a validator. `maxNodeChecks: 0` because the engine stops after 50 visits of a node and shape otherwise. Our graph
 * class makes it three times as fast, because the engine's own one scans all quads at each match.
 */
async function validatorOf(shapes: RecordGraph): Promise<SHACLValidator> {
  const { default: Validator } = await import('rdf-validate-shacl');
  const { factory } = new Validator(new RecordGraph());
  const graphs = { dataset: (quads?: Iterable<Quad>) => new RecordGraph(quads) };
  const settings: Settings = { maxNodeChecks: 0, factory: Object.assign(Object.create(factory), graphs) };
  return new Validator(shapes, settings);
}

/**
 * rdf-validate-shacl with one validator for all records, created on first use. It is called for pairs of node and shape: for
 * a whole graph it would look for the targets of every shape, which for a page was five sixths of the work.
 */
export class Engine {
  readonly #shapes: readonly Quad[];
  #validator: Promise<SHACLValidator> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(shapes: readonly Quad[]) {
    this.#shapes = shapes;
  }

  /** Checks nodes of a record against shapes. Calls run one after another, because the engine has one report. */
  check(
    record: RecordGraph,
    pairs: readonly (readonly [node: Term, shape: Term])[],
  ): Promise<readonly Result[]> {
    const results = this.#turn.then(() => this.#check(record, pairs));
    this.#turn = results.catch(() => undefined);
    return results;
  }

  async #check(record: RecordGraph, pairs: readonly (readonly [Term, Term])[]): Promise<readonly Result[]> {
    this.#validator ??= validatorOf(new RecordGraph(this.#shapes));
    const validator = await this.#validator;
    validator.validationEngine.initReport();
    let results: readonly Result[] = [];
    try {
      // The report accumulates: the last one has all results.
      for (const [node, shape] of pairs) {
        results = (await validator.validateNode(record, node, shape)).results;
      }
      return results;
    } catch (thrown) {
      // The engine's depth counter is wrong now, and it would report nothing.
      this.#validator = undefined;
      const message = `The SHACL engine gave up: ${messageOf(thrown)}`;
      throw unusable(message, 'Report this with the record.', thrown);
    }
  }
}
