/**
 * The modules of the program that benches use by themselves, by their place in `dist`. Benches measure what is shipped,
 * so they load it as it was built; the types are those of the sources.
 */
interface Built {
  'export/describing': typeof import('../src/export/describing.js');
  'export/gather': typeof import('../src/export/gather.js');
  'export/leaving': typeof import('../src/export/leaving.js');
  'export/voice': typeof import('../src/export/voice.js');
  'rdf/gate': typeof import('../src/rdf/gate.js');
  'rdf/node': typeof import('../src/rdf/node.js');
  'server/generated/world': typeof import('../src/server/generated/world.js');
  'server/serve': typeof import('../src/server/serve.js');
  'shacl/checker': typeof import('../src/shacl/checker.js');
  'shacl/shapes': typeof import('../src/shacl/shapes.js');
  'sinks/ntriples-text': typeof import('../src/sinks/ntriples-text.js');
  'sinks/open-dumps': typeof import('../src/sinks/open-dumps.js');
  'sinks/sort-memory': typeof import('../src/sinks/sort-memory.js');
  'sinks/turtle-text': typeof import('../src/sinks/turtle-text.js');
  'store/stored-harvest': typeof import('../src/store/stored-harvest.js');
}

/** A module of the program, as it was built. */
export const built = <K extends keyof Built>(module: K): Promise<Built[K]> =>
  import(new URL(`../${module}.js`, import.meta.url).href);
