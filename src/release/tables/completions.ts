import { positions } from './column.js';
import { listOfNames, listOfTexts, SEPARATOR } from './csv.js';
import type { Completion } from './derived-file.js';
import { isOnEarth } from './place-nodes.js';
import { TABLES } from './tables.js';
import type { PlacedWork } from './works-geojson.js';

/** The values of a list in a cell. */
const valuesIn = (cell: string | undefined): readonly string[] =>
  cell === undefined || cell === '' ? [] : cell.split(SEPARATOR);

const [COUNTIES, COUNTIES_FROM] = ['effective_counties', 'effective_counties_from'].map(
  positions(TABLES.items),
) as [number, number];

/** The counties of items whose school states them: the places of the school become the counties that they lie in. */
export const schoolCounties: Completion = {
  from: 'locations.csv',
  begin: (rows) => {
    const containedIn = positions(TABLES.locations)('contained_in');
    const counties = new Map<string, readonly string[]>();
    for (const row of rows) counties.set(row[0] ?? '', valuesIn(row[containedIn]));
    return {
      complete: (row: string[]) => {
        if (row[COUNTIES_FROM] !== 'school') return [row];
        const found = new Set(valuesIn(row[COUNTIES]).flatMap((place) => counties.get(place) ?? []));
        row[COUNTIES] = listOfNames([...found]);
        if (found.size === 0) row[COUNTIES_FROM] = '';
        return [row];
      },
    };
  },
};

interface Topic {
  readonly iri: string;
  readonly broader: string;
  readonly labels: Readonly<Record<'en' | 'ga', string>>;
}

/** The trails of topics. */
export const trails: Completion = {
  from: 'topics.csv',
  begin: (rows) => {
    const at = positions(TABLES.topics);
    const cell = (row: readonly string[], name: string): string => row[at(name)] ?? '';
    const topics = new Map<string, Topic>();
    for (const row of rows) {
      const other = cell(row, 'label_other');
      const [en, ga] = [cell(row, 'label_en'), cell(row, 'label_ga')];
      const labels = { en: en || ga || other, ga: ga || en || other };
      topics.set(cell(row, 'iri'), { iri: cell(row, 'iri'), broader: cell(row, 'broader'), labels });
    }
    /** A topic that is above itself ends the trail. */
    const trailOf = (iri: string): readonly Topic[] => {
      const trail = new Set<Topic>();
      for (
        let topic = topics.get(iri);
        topic !== undefined && !trail.has(topic);
        topic = topics.get(topic.broader)
      )
        trail.add(topic);
      return [...trail].reverse();
    };
    return {
      complete: (row: string[]) => {
        const trail = trailOf(cell(row, 'iri'));
        row[at('trail')] = listOfNames(trail.map(({ iri }) => iri));
        for (const language of ['en', 'ga'] as const)
          row[at(`trail_${language}`)] = listOfTexts(trail.map(({ labels }) => labels[language]));
        return [row];
      },
    };
  },
};

interface Location {
  readonly position: readonly [longitude: number, latitude: number];
  readonly names: object;
}

/** Works become one feature for each of their places that has a point without findings. */
export const pointsOfPlaces: Completion = {
  from: 'locations.csv',
  begin: (rows) => {
    const at = positions(TABLES.locations);
    const cell = (row: readonly string[], name: string): string => row[at(name)] ?? '';
    const locations = new Map<string, Location>();
    for (const row of rows) {
      const [longitude, latitude] = [cell(row, 'longitude'), cell(row, 'latitude')];
      const position = [Number(longitude), Number(latitude)] as const;
      if (longitude === '' || latitude === '' || cell(row, 'coordinates_doubted') === 'true') continue;
      if (!isOnEarth(position)) continue;
      const [name_ga, name_en] = [cell(row, 'name_ga') || undefined, cell(row, 'name_en') || undefined];
      locations.set(cell(row, 'iri'), { position, names: { name_ga, name_en } });
    }
    return {
      complete: ({ places, ...work }: PlacedWork) =>
        places.flatMap((place) => {
          const location = locations.get(place);
          if (location === undefined) return [];
          const { position: coordinates, names } = location;
          const properties = { ...work, place, ...names };
          return [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }];
        }),
    };
  },
};
