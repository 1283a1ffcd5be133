import { linkTo } from '../../rdf/turtle.js';
import type { DumpRecord } from '../../sinks/reading/records.js';
import { References } from '../across/references.js';
import type { Tell } from './problem.js';

const REMEDY = 'Build the release again; if it stays, report it with the store.';

/** What leads to a record without being a statement about another one. */
const LEADING: Readonly<Record<string, string>> = {
  'urn:x-addition': 'adds something to',
  'urn:x-row': 'has a row about',
};
const [ADDITION, ROW] = Object.keys(LEADING) as [string, string];

/** Sees whether everything that dumps and derived files refer to is described in a dump. */
export class Links {
  readonly #references: References;

  constructor(base: string) {
    this.#references = new References(base);
  }

  /** A record of a dataset that describes records, or that only adds to what another one describes. */
  record(file: string, { iri, quads }: DumpRecord, dataset: 'describes' | 'adds'): void {
    if (dataset === 'describes') this.#references.take(iri, from(file), quads);
    else this.#references.take(file, from(file), [...quads, linkTo(iri, ADDITION)]);
  }

  /** A row of a derived file. */
  row(file: string, iri: string): void {
    this.#references.take(file, from(file), [linkTo(iri, ROW)]);
  }

  tellBroken(tell: Tell): void {
    for (const { record, finding } of this.#references.end()) {
      const { focus, path = '', value } = finding;
      const leading = LEADING[path];
      const how = leading === undefined ? `refers in ${focus} to` : leading;
      tell(String(record.id), `${how} ${value}, which no dump describes`, REMEDY);
    }
  }
}

/** References are told by the file that they are in. */
const from = (file: string) => ({ kind: 'omission', id: file }) as const;
