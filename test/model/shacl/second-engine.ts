import type { DatasetCore, Quad, Term } from '@rdfjs/types';
import { DataFactory, Store } from 'n3';
import { type Result, Validator } from 'shacl-engine';
import type { Finding } from '../../../src/model/shacl/finding.js';

/** What both engines must agree on: focus, path, value, component, severity. */
type Testimony = string;

/** shacl-engine, another program by other people, asked about the same shapes. */
export class SecondEngine {
  readonly #validator: Validator;

  constructor(shapes: readonly Quad[]) {
    this.#validator = new Validator(datasetOf(shapes), { factory: DataFactory });
  }

  async testify(record: readonly Quad[]): Promise<Testimony[]> {
    const { results } = await this.#validator.validate({ dataset: datasetOf(record) });
    return [...new Set(results.map(testimonyOf))].sort();
  }
}

/** What the first engine said. That a node is covered is not a matter of SHACL, nor is a result said twice. */
export const testimonies = (findings: readonly Finding[]): Testimony[] => [
  ...new Set(
    findings
      .filter(({ constraint }) => constraint !== 'Coverage')
      .map(({ focus, path, value, constraint, severity }) =>
        [focus, path ?? '-', value ?? '-', constraint, severity].join(' '),
      )
      .sort(),
  ),
];

const testimonyOf = ({ focusNode, path, value, constraintComponent, severity }: Result): Testimony =>
  [
    focusNode.term.value,
    path?.[0]?.predicates[0]?.value ?? '-',
    value === undefined ? '-' : textOf(value.term),
    localName(constraintComponent).replace('ConstraintComponent', ''),
    localName(severity).toLowerCase(),
  ].join(' ');

const localName = ({ value }: Term): string => value.slice(value.lastIndexOf('#') + 1);

function textOf(term: Term): string {
  if (term.termType !== 'Literal') return term.value;
  const text = JSON.stringify(term.value);
  if (term.language !== '') return `${text}@${term.language}`;
  return localName(term.datatype) === 'string' ? text : `${text}^^<${term.datatype.value}>`;
}

const datasetOf = (quads: readonly Quad[]): DatasetCore => new Store([...quads]) as unknown as DatasetCore;
