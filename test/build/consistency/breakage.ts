import type { World } from '../../../src/services/server/world.js';
import type { Draft, Line } from './sample-world.js';

/** Something wrong with the sample world across its records, and all that is to be found of it (model 7.3). */
export interface Breakage {
  readonly rule: string;
  readonly what: string;
  readonly alter: (draft: Draft<World>) => void;
  readonly found: readonly Line[];
}

export const BASE = 'https://data.example.org/folklore/';

/** Words in full, as the model abbreviates them (2.1). */
const WORDS = {
  lore: 'https://w3id.org/folklore-ld/ns#',
  schema: 'https://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
} as const;
type Word = `${keyof typeof WORDS}:${string}`;
const inFull = (word: Word): string => {
  const [prefix, local] = word.split(':') as [keyof typeof WORDS, string];
  return `${WORDS[prefix]}${local}`;
};

/** A finding about a published record, at the record itself. */
export const found = (
  severity: 'violation' | 'warning' | 'info',
  shape: string,
  [kind, id]: readonly [kind: string, id: number | string],
  focus: string,
  path?: Word,
  value?: string,
): Line => ({
  ...{ severity, shape, kind, id, focus: `${BASE}${focus}`, outcome: 'published' },
  ...(path === undefined ? {} : { path: inFull(path) }),
  ...(value === undefined ? {} : { value }),
});

export const item = (
  severity: 'violation' | 'warning',
  shape: string,
  id: number,
  path: Word,
  value: string,
): Line => found(severity, shape, ['cbe.item', id], `cbe/item/${id}`, path, `${BASE}${value}`);

export const schoolsItem = (
  severity: 'violation' | 'warning',
  shape: string,
  id: number,
  path: Word,
  value: string,
): Line => found(severity, shape, ['cbes.item', id], `cbes/item/${id}`, path, `${BASE}${value}`);

export const place = (
  severity: 'violation' | 'warning',
  shape: string,
  id: number,
  path: Word,
  value?: string,
): Line => found(severity, shape, ['place', id], `place/${id}`, path, value && `${BASE}${value}`);
