import { KINDS } from '../../model/records/kinds.js';
import type { Kind, PublishableRecord, RecordOf } from '../../model/records/record.js';
import type { CompletenessRow } from '../../release/report/completeness.js';
import type { Words } from '../../release/report/remedies.js';

/** Filled and empty ones of a field in one record. */
type Count = readonly [filled: number, empty: number];

interface Field<R> {
  readonly field: string;
  readonly counted: Words;
  readonly count: (record: R) => Count;
  readonly isNoted?: boolean;
}

/** Filled and empty ones, by kind and field. Plain data. */
export type CompletenessCounts = ReadonlyMap<string, Count>;

const one = (isFilled: boolean): Count => (isFilled ? [1, 0] : [0, 1]);

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A field of a record. */
const has = <R>(field: string, en: string, ga: string, ...of: readonly (keyof R)[]): Field<R> => ({
  field,
  counted: { en, ga },
  count: (record) => one(of.some((key) => isFilled(record[key]))),
});

const noted = <R>(field: Field<R>): Field<R> => ({ ...field, isNoted: true });

/** Some values of a record, of which each has a part or has not. */
const parts = <R, V>(
  field: string,
  en: string,
  ga: string,
  valuesOf: (record: R) => readonly V[],
  isFull: (value: V) => boolean,
): Field<R> => ({
  field,
  counted: { en, ga },
  count: (record) => {
    const values = valuesOf(record);
    const full = values.filter(isFull).length;
    return [full, values.length - full];
  },
});

const PLACES = ['counties', 'locationsIreland', 'countries', 'locationsAbroad'] as const;

const WORK_FIELDS = <R extends RecordOf['cbe.item'] | RecordOf['cbes.item']>(): readonly Field<R>[] => [
  has<R>('Title', 'items with a title', 'míreanna a bhfuil teideal orthu', 'title'),
  has<R>(
    'Title, Extract',
    'items with a title or an extract',
    'míreanna a bhfuil teideal nó sliocht acu',
    'title',
    'extract',
  ),
  has<R>('Pages', 'items with a page', 'míreanna a bhfuil leathanach luaite leo', 'pages'),
  has<R>('Languages', 'items with a language', 'míreanna a bhfuil teanga luaite leo', 'languages'),
  has<R>('Collectors', 'items with a collector', 'míreanna a bhfuil bailitheoir luaite leo', 'collectors'),
  has<R>('Informants', 'items with an informant', 'míreanna a bhfuil faisnéiseoir luaite leo', 'informants'),
];

const VOLUME: Words = { en: 'volumes with an item', ga: 'imleabhair a bhfuil mír iontu' };

/** The number of items comes from the items themselves. */
const OF_VOLUME = {
  field: 'Parts.Items',
  counted: VOLUME,
  count: (): Count => [0, 0],
  isNoted: true,
} as const;

const FIELDS: { readonly [K in Kind]?: readonly Field<RecordOf[K]>[] } = {
  'cbe.volume': [OF_VOLUME],
  'cbe.part': [has('Date', 'parts with a date', 'codanna a bhfuil dáta luaite leo', 'date')],
  'cbe.item': [
    ...WORK_FIELDS<RecordOf['cbe.item']>(),
    has('Date', 'items with a date', 'míreanna a bhfuil dáta luaite leo', 'date'),
  ],
  'cbes.volume': [OF_VOLUME],
  'cbes.part': [
    has('School', 'parts with a school', 'codanna a bhfuil scoil luaite leo', 'school'),
    has('Teachers', 'parts with a teacher', 'codanna a bhfuil múinteoir luaite leo', 'teachers'),
  ],
  'cbes.item': [
    ...WORK_FIELDS<RecordOf['cbes.item']>(),
    has('Topics', 'items with a topic', 'míreanna a bhfuil ábhar luaite leo', 'topics'),
  ],
  'cbeg.photograph': [
    has(
      'ReferenceNumber',
      'photographs with a reference number',
      'grianghraif a bhfuil uimhir thagartha acu',
      'referenceNumber',
    ),
    has('Date', 'photographs with a date', 'grianghraif a bhfuil dáta luaite leo', 'date'),
    has(
      'Counties, LocationsIreland, Countries, LocationsAbroad',
      'photographs with a place',
      'grianghraif a bhfuil áit luaite leo',
      ...PLACES,
    ),
    noted(
      has(
        'Date, Counties, LocationsIreland, Countries, LocationsAbroad',
        'photographs with a date or a place',
        'grianghraif a bhfuil dáta nó áit luaite leo',
        'date',
        ...PLACES,
      ),
    ),
    has(
      'Photographer',
      'photographs with a photographer',
      'grianghraif a bhfuil grianghrafadóir luaite leo',
      'photographer',
    ),
    has(
      'HandbookTopic',
      'photographs with a topic of the handbook',
      'grianghraif a bhfuil ábhar den lámhleabhar luaite leo',
      'handbookTopic',
    ),
  ],
  'cbed.person': [
    has('Gender', 'people with a gender', 'daoine a bhfuil inscne luaite leo', 'gender'),
    has('BirthDate', 'people with a date of birth', 'daoine a bhfuil dáta breithe luaite leo', 'birthDate'),
    has('DeathDate', 'people with a date of death', 'daoine a bhfuil dáta báis luaite leo', 'deathDate'),
    has('Occupations', 'people with an occupation', 'daoine a bhfuil slí bheatha luaite leo', 'occupations'),
  ],
  place: [
    parts(
      'Placenames (main, English)',
      'places with a main English name',
      'áiteanna a bhfuil príomhainm Béarla orthu',
      (place) => [place.placenames],
      (names) => names.some(({ main, language }) => main && language === 'en'),
    ),
    parts(
      'Placenames (main, Irish)',
      'places with a main Irish name',
      'áiteanna a bhfuil príomhainm Gaeilge orthu',
      (place) => [place.placenames],
      (names) => names.some(({ main, language }) => main && language === 'ga'),
    ),
    noted(
      parts(
        'Placenames.Acceptability (main, Irish)',
        'main Irish names with a status',
        'príomhainmneacha Gaeilge a bhfuil stádas luaite leo',
        (place) => place.placenames.filter(({ main, language }) => main && language === 'ga'),
        ({ acceptability }) => acceptability !== undefined,
      ),
    ),
    parts(
      'Geography.Coordinates',
      'places with a point',
      'áiteanna a bhfuil pointe luaite leo',
      (place) => [place.geography?.coordinates ?? []],
      (points) => points.length > 0,
    ),
    noted(
      parts(
        'Geography.Accurate',
        'points that are exact, not approximate',
        'pointí atá beacht, seachas garphointí',
        ({ geography }) => (geography === undefined || geography.coordinates.length === 0 ? [] : [geography]),
        ({ accurate }) => accurate === true,
      ),
    ),
  ],
  glossary: [
    noted(
      has(
        'Translation',
        'glossary words with a translation',
        'focail ghluaise a bhfuil aistriúchán orthu',
        'translation',
      ),
    ),
  ],
};

/** Counts what the published records have and what they lack. Several instances may see different records. */
export class Completeness {
  #counts = new Map<string, Count>();
  #volumes = new Set<string>();
  readonly #withItems = new Set<string>();

  /** A volume and its items must be added to one instance before its counts are taken. */
  add({ kind, id, record, within }: PublishableRecord): void {
    if (kind === 'cbe.item' || kind === 'cbes.item') {
      for (const container of within) this.#withItems.add(`${container.kind} ${container.id}`);
    }
    if (kind === 'cbe.volume' || kind === 'cbes.volume') {
      this.#volumes.add(`${kind} ${id}`);
      return;
    }
    for (const { field, count } of (FIELDS[kind] ?? []) as readonly Field<unknown>[]) {
      this.#add(`${kind} ${field}`, count(record));
    }
  }

  /** The counts of everything added since the last call. */
  take(): CompletenessCounts {
    for (const volume of this.#volumes) {
      this.#add(`${volume.split(' ', 1)} ${OF_VOLUME.field}`, one(this.#withItems.has(volume)));
    }
    const taken = this.#counts;
    this.#counts = new Map();
    this.#volumes.clear();
    this.#withItems.clear();
    return taken;
  }

  merge(counts: CompletenessCounts): void {
    for (const [key, count] of counts) this.#add(key, count);
  }

  /** In the order of the table of kinds; kinds without records are left out. */
  rows(): readonly CompletenessRow[] {
    return (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
      ((FIELDS[kind] ?? []) as readonly Field<never>[]).flatMap(({ field, counted, isNoted }) => {
        const [filled, empty] = this.#counts.get(`${kind} ${field}`) ?? [0, 0];
        if (filled + empty === 0) return [];
        const note = isNoted === true ? { isNoted } : {};
        return [{ kind, called: KINDS[kind].title, field, counted, filled, empty, ...note }];
      }),
    );
  }

  #add(key: string, [filled, empty]: Count): void {
    const [otherFilled, otherEmpty] = this.#counts.get(key) ?? [0, 0];
    this.#counts.set(key, [filled + otherFilled, empty + otherEmpty]);
  }
}
