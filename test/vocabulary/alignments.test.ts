import { describe, expect, it } from 'vitest';
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
    expect(statements.length).toBeGreaterThan(60);
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

  it('does not take the collector of folklore for a collector of records', () => {
    expect(statements.filter(([, , object]) => object.endsWith('#hasCollector'))).toEqual([]);
  });
});
