/**
 * Imports modules of the compiled program, by their path in `dist`. Benches measure what is shipped,
 * so they load it as it was built; the types are those of the sources.
 */
interface Built {
  'base/files-below': typeof import('../src/base/files-below.js');
  'base/programs': typeof import('../src/base/programs.js');
  'pipeline/map-records/map-record': typeof import('../src/pipeline/map-records/map-record.js');
  'pipeline/global-index/global-index': typeof import('../src/pipeline/global-index/global-index.js');
  'use/inspect/explain/published-records': typeof import('../src/use/inspect/explain/published-records.js');
  'pipeline/plan/compiled-vocabulary': typeof import('../src/pipeline/plan/compiled-vocabulary.js');
  'model/rdf/term-check': typeof import('../src/model/rdf/term-check.js');
  'model/rdf/node': typeof import('../src/model/rdf/node.js');
  'features/generated-world/world': typeof import('../src/features/generated-world/world.js');
  'services/server/serve': typeof import('../src/services/server/serve.js');
  'model/shacl/checker': typeof import('../src/model/shacl/checker.js');
  'model/shacl/shapes': typeof import('../src/model/shacl/shapes.js');
  'model/rdf/formats/ntriples': typeof import('../src/model/rdf/formats/ntriples.js');
  'release/dumps/dataset-writer': typeof import('../src/release/dumps/dataset-writer.js');
  'release/dumps/dataset-chunk': typeof import('../src/release/dumps/dataset-chunk.js');
  'release/dumps/parts-file': typeof import('../src/release/dumps/parts-file.js');
  'model/rdf/formats/turtle': typeof import('../src/model/rdf/formats/turtle.js');
  'harvest/store/harvest-store': typeof import('../src/harvest/store/harvest-store.js');
  'harvest/store/stored-harvest': typeof import('../src/harvest/store/stored-harvest.js');
}

/** Tests run the sources. */
const IS_SOURCE = import.meta.url.endsWith('.ts');

/** A module of the program, as it was built. */
export const built = <K extends keyof Built>(module: K): Promise<Built[K]> =>
  import(new URL(IS_SOURCE ? `../src/${module}.ts` : `../${module}.js`, import.meta.url).href);
