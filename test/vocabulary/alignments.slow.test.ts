import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as oxigraph from 'oxigraph';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder, removeFolder } from '../support/files.js';
import { harvestSample } from '../support/sample-release.js';
import { alignments, expand, LORE, ontology, subjectsIn, valuesOf } from './files.js';
import { isStandard } from './standards.js';

/** Model, appendix A: sub-classes and sub-properties of other vocabularies, in a file that can be left out. */

const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  'rdfs:subClassOf': ['owl:Class'],
  'rdfs:subPropertyOf': ['owl:ObjectProperty', 'owl:DatatypeProperty'],
};
const statements = alignments.map(
  ({ subject, predicate, object }) => [subject.value, predicate.value, object.value] as const,
);

describe('vocabulary/alignments.ttl', () => {
  it('puts terms of ours under terms of standards, and says nothing else', () => {
    expect(statements.length).toBeGreaterThan(40);
    const lawful = Object.keys(RELATIONS).map(expand);
    const others = statements.filter(
      ([subject, predicate, object]) =>
        !subjectsIn(ontology, LORE).includes(subject) || !lawful.includes(predicate) || !isStandard(object),
    );
    expect(others).toEqual([]);
  });

  it.each(Object.entries(RELATIONS))('says %s of what it can be said of', (relation, kinds) => {
    const subjects = statements
      .filter(([, predicate]) => predicate === expand(relation))
      .map(([subject]) => subject);
    for (const subject of subjects) {
      expect(kinds.map(expand), subject).toContain(valuesOf(ontology, subject, 'rdf:type')[0]);
    }
  });
});

describe('what a reasoner gets', () => {
  it('is a label of each thing that is put into a class of others (closure over the sample release)', async () => {
    const folder = await makeFolder();
    onTestFinished(() => removeFolder(folder));
    const make = await harvestSample(folder);
    const { directory } = await make('alignments', { formats: ['nt'] });
    const store = new oxigraph.Store();
    for (const file of await readdir(join(directory, 'data')))
      store.load(await readFile(join(directory, 'data', file), 'utf8'), { format: 'application/n-triples' });
    store.load(await readFile(join(directory, 'alignments.ttl'), 'utf8'), { format: 'text/turtle' });
    // RDFS: what follows from sub-classes and sub-properties.
    const PREFIX = 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>';
    store.update(`${PREFIX} INSERT { ?s a ?above } WHERE { ?s a/rdfs:subClassOf+ ?above }`);
    store.update(`${PREFIX} INSERT { ?s ?above ?o } WHERE { ?s ?p ?o . ?p rdfs:subPropertyOf+ ?above }`);
    const unnamed = store.query(`${PREFIX}
      SELECT DISTINCT ?class WHERE {
        ?own rdfs:subClassOf ?class . ?s a ?class .
        FILTER NOT EXISTS { ?s rdfs:label|<https://schema.org/name>|<http://www.w3.org/2008/05/skos-xl#literalForm> ?name }
      }`) as readonly ReadonlyMap<string, oxigraph.Term>[];
    // The making of a scan has a date and machines, and no name.
    expect(unnamed.map((row) => row.get('class')?.value)).toEqual(['http://www.w3.org/ns/prov#Activity']);
  });

  it('is nothing of models that need nodes of their own: those are views', () => {
    const others = /cidoc-crm|RiC\/ontology|foaf/;
    expect(statements.filter((statement) => statement.some((iri) => others.test(iri)))).toEqual([]);
  });
});
