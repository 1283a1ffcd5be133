import type { Given, Parameters, Scalar, ValueOf } from '../services/parameter.js';

/** Whether a record belongs to the answer. */
export type Test<R> = (record: R) => boolean;

/**
 * What each parameter of an endpoint means: one row a parameter, from its value (and the others given) to a
 * test of a record. A parameter without a row does not compile.
 */
export type Rows<P extends Parameters, R> = {
  readonly [Name in keyof P]: (value: ValueOf<P[Name]>, given: Given<P>) => Test<R>;
};

/** The test for all the given filters together: filters are ANDed (wire-format 2). */
export function matching<P extends Parameters, R>(rows: Rows<P, R>, given: Given<P>): Test<R> {
  const tests = Object.keys(rows).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    // The row and the value come from under the same name; the compiler cannot follow that.
    const row = rows[name] as unknown as (value: Scalar, given: Given<P>) => Test<R>;
    return [row(value as Scalar, given)];
  });
  return (record) => tests.every((test) => test(record));
}
