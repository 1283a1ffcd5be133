import { describe, expect, it } from 'vitest';
import { localName, namespaceOf } from '../../../src/model/rdf/iri-syntax.js';

describe('the IRI of a word', () => {
  it.each([
    ['http://purl.org/dc/terms/title', 'http://purl.org/dc/terms/', 'title'],
    ['http://www.w3.org/2001/XMLSchema#gYear', 'http://www.w3.org/2001/XMLSchema#', 'gYear'],
    ['https://example.org/words#a/b', 'https://example.org/words#a/', 'b'],
    ['https://example.org/words/', 'https://example.org/words/', ''],
    ['urn:isbn:0451450523', '', 'urn:isbn:0451450523'],
  ])('%s is a namespace and a name', (iri, namespace, name) => {
    expect([namespaceOf(iri), localName(iri)]).toEqual([namespace, name]);
  });
});
