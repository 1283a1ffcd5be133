import { listOfNames, valuesIn } from './csv.js';
import type { Completion } from './derived-file.js';

/** The counties of items whose school states them: the places of the school become the counties that they lie in. */
export const schoolCounties: Completion = {
  from: ['locations'],
  begin: (at) => {
    const [counties, from] = [at('effective_counties'), at('effective_counties_from')];
    const ofPlaces = new Map<string, readonly string[]>();
    return {
      know: (cell) => ofPlaces.set(cell('iri'), valuesIn(cell('contained_in'))),
      complete: (row: string[]) => {
        if (row[from] !== 'school') return [row];
        const found = new Set(valuesIn(row[counties]).flatMap((place) => ofPlaces.get(place) ?? []));
        row[counties] = listOfNames([...found]);
        if (found.size === 0) row[from] = '';
        return [row];
      },
    };
  },
};
