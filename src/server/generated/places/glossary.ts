import type { Glossary } from '../../../dictionary/placenames/glossary.js';
import { ADJECTIVES, GENERICS, QUALIFIERS } from '../words/elements.js';
import { cell, type Row } from '../words/rows.js';

const FIRST_ID = 8_001;

const entry = (row: Row, number: number, meaning: number, forms: string): Glossary => ({
  id: FIRST_ID + number,
  headword: cell(row, 0),
  // Of a few words nobody knows the meaning.
  translation: number % 50 === 49 ? undefined : cell(row, meaning),
  forms: forms.split(',').filter((form) => form !== '' && form !== cell(row, 0)),
});

/** The glossary as places carry it: without counts. By number, as {@link Naming} speaks of them. */
export const GLOSSARY: readonly Glossary[] = [
  ...GENERICS.map((row) => ({ row, meaning: 1, forms: cell(row, 2) })),
  ...ADJECTIVES.map((row) => ({ row, meaning: 2, forms: cell(row, 1) })),
  ...QUALIFIERS.map((row) => ({ row, meaning: 1, forms: '' })),
].map(({ row, meaning, forms }, number) => entry(row, number, meaning, forms));
