/**
 * Imports modules of the compiled program, by their path in `dist`. Benches measure what is shipped,
 * so they load it as it was built; the types are those of the sources.
 */
interface Built {
  'records/map-record': typeof import('../src/records/map-record.js');
  'records/global-index': typeof import('../src/records/global-index.js');
  'inspect/explain/published-records': typeof import('../src/inspect/explain/published-records.js');
  'records/compiled-vocabulary': typeof import('../src/records/compiled-vocabulary.js');
  'rdf/term-check': typeof import('../src/rdf/term-check.js');
  'rdf/node': typeof import('../src/rdf/node.js');
  'synthetic-world/world': typeof import('../src/synthetic-world/world.js');
  'server/serve': typeof import('../src/server/serve.js');
  'shacl/checker': typeof import('../src/shacl/checker.js');
  'shacl/shapes': typeof import('../src/shacl/shapes.js');
  'rdf/formats/ntriples': typeof import('../src/rdf/formats/ntriples.js');
  'output/dataset-writer': typeof import('../src/output/dataset-writer.js');
  'output/dataset-chunk': typeof import('../src/output/dataset-chunk.js');
  'output/parts-file': typeof import('../src/output/parts-file.js');
  'rdf/formats/turtle': typeof import('../src/rdf/formats/turtle.js');
  'response-store/stored-harvest': typeof import('../src/response-store/stored-harvest.js');
}

/** A module of the program, as it was built. */
export const built = <K extends keyof Built>(module: K): Promise<Built[K]> =>
  import(new URL(`../${module}.js`, import.meta.url).href);
