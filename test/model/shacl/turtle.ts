import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';

const PREFIXES = `
@base <https://data.example.org/folklore/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <https://example.org/> .
`;

/** Quads of a text that needs no prefixes of its own. */
export const turtle = (text: string): Quad[] => new Parser({ format: 'Turtle' }).parse(PREFIXES + text);
