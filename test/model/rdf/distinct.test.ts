import { DataFactory } from 'n3';
import { describe, expect, it } from 'vitest';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { distinctQuads } from '../../../src/model/rdf/to-quads.js';

/** RDF 1.1 Concepts, section 3: a graph is a set. */

const HEAD =
  '@base <https://data.example.org/folklore/> . @prefix lore: <https://w3id.org/folklore-ld/ns#> .';
const quadsOf = (turtle: string) => parseTurtle(`${HEAD}\n${turtle}`, 'record');

describe('the quads of a record, each once', () => {
  it('are as they came where nothing is said twice', () => {
    const quads = quadsOf('<cbed/person/1> a lore:PersonRecord ; lore:a "A", "A"@en, "A"@ga, 1, "1" .');
    expect(distinctQuads(quads)).toEqual(quads);
    expect(quads).toHaveLength(6);
  });

  it('are the first of those that say the same', () => {
    const { quad, namedNode, literal } = DataFactory;
    const say = (predicate: string, object: string) =>
      quad(namedNode('urn:s'), namedNode(predicate), literal(object));
    const quads = [
      say('urn:p', 'a'),
      say('urn:q', 'a'),
      say('urn:p', 'b'),
      say('urn:q', 'a'),
      say('urn:p', 'a'),
    ];
    expect(distinctQuads(quads)).toEqual(quads.slice(0, 3));
  });

  it('are so however often one value occurs', () => {
    const nodes = Array.from({ length: 40 }, (_, n) => `<cbed/person/1#n-${n}> a lore:Name .`).join('\n');
    const once = quadsOf(`<cbed/person/1> a lore:PersonRecord .\n${nodes}`);
    expect(distinctQuads([...once, ...quadsOf(nodes), ...quadsOf(nodes)])).toEqual(once);
    expect(once).toHaveLength(41);
  });
});
