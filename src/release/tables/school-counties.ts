import { positions } from './column.js';
import { listOfNames, valuesIn } from './csv.js';
import type { Completion } from './derived-file.js';
import { TABLES } from './tables.js';

/** The counties of items whose school states them: the places of the school become the counties that they lie in. */
export const schoolCounties: Completion = {
  from: 'locations.csv',
  begin: (rows, at) => {
    const [counties, from] = [at('effective_counties'), at('effective_counties_from')];
    const containedIn = positions(TABLES.locations)('contained_in');
    const ofPlaces = new Map<string, readonly string[]>();
    for (const row of rows) ofPlaces.set(row[0] ?? '', valuesIn(row[containedIn]));
    return {
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
