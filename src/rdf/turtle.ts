import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { messageOf } from '../base/errors.js';

/**
 * Reads Turtle. Blank nodes of two documents never share a label, so that their quads can be put together.
 *
 * @param source what the text is called in the error, a file name for example
 * @throws Error naming the source and the line
 */
export function parseTurtle(text: string, source: string): Quad[] {
  try {
    return new Parser({ format: 'Turtle', blankNodePrefix: `${labelOf(source)}_` }).parse(text);
  } catch (thrown) {
    throw new Error(`${source}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** A blank node label made of a source's name: distinct names give distinct labels. */
const labelOf = (source: string): string =>
  source.replace(/[^A-Za-z0-9]/gu, (character) => `x${character.codePointAt(0)?.toString(16)}x`);

/** A statement of nobody in particular that links to a node. */
export const linkTo = (iri: string, predicate: string): Quad =>
  DataFactory.quad(
    DataFactory.namedNode('urn:x-link'),
    DataFactory.namedNode(predicate),
    DataFactory.namedNode(iri),
  );
