import fc from 'fast-check';

/** A value of a record, by the object or list that holds it. */
interface Place {
  readonly holder: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
}

/** Does something to a value where it stands. */
type Damage = (place: Place, number: number) => void;

const choose = <T>(choices: readonly T[], number: number): T => choices[number % choices.length] as T;

/** Values that say nothing, never the same twice: they may be damaged in their turn. */
const nothing = (number: number): unknown => structuredClone(choose(NOTHING, number));

const put =
  (change: (value: unknown, number: number) => unknown): Damage =>
  ({ holder, key }, number) => {
    holder[key] = change(holder[key], number);
  };

/** Adds a field beside, `__proto__` like any other. */
const add = ({ holder }: Place, key: PropertyKey, value: unknown): void => {
  if (Array.isArray(holder)) return;
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
};

/** The same fields in the same order, one of them under another name. */
const rename = ({ holder, key }: Place, name: string): void => {
  if (Array.isArray(holder)) return;
  const fields = Object.entries(holder);
  for (const [field] of fields) delete holder[field];
  for (const [field, value] of fields) add({ holder, key }, field === key ? name : field, value);
};

const SPELLINGS: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
  (key) => `${key} `,
  // Small in some languages only.
  (key) => key.replace('i', 'İ').replace('k', '\u212a'),
];

const NAMES = [
  ...['gazetteerID', 'BiographyID', 'authorityid', 'placeID', 'CountyID', 'genetive', 'logainmID'],
  ...['id', 'ID', 'text', 'names', 'items', 'counties', 'dateCreated', 'date', 'coordinates', 'subTopics'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '0',
    'a.b',
    'a/b~c',
    'length',
    '\ud800',
  ],
];

const NOTHING = [undefined, null, '', ' ', '\r\n\t', '\u00a0\u2028\ufeff', [], [null], [''], {}, [[]]];
const NUMBERS = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e21, 1e-7],
  ...[0, -0, -1, 1.5],
];
const DIGITS = [
  ...['0', '-0', '007', ' 12 ', '12\n', '+1', '-1', '1.0', '1.', '.5', '1e3', '0x10', '٣', '12a', '12 3'],
  ...[
    '9007199254740991',
    '9007199254740993',
    `${'9'.repeat(400)}`,
    'NaN',
    'Infinity',
    'TRUE',
    ' false ',
    'yes',
  ],
];
const TEXTS = [
  ...[
    '\ud800',
    'a\udc00b',
    '😀',
    'e\u0301',
    '<i></i>',
    '&nbsp;',
    '<br>',
    '&#0;',
    '\u0007',
    '\u0000x',
    '\ufeffx',
  ],
  ...[' x ', '\u00a0x', '\n x\n', 'x\r\ny', '&amp;amp;', '__proto__', '[]', 'null', '<p>A</p>', 'a\u2028b'],
];
const CLOCKS = [
  ...[
    '2017-09-06T14:25:36',
    '2017-09-06T14:25:36.3000000Z',
    ' 2017-09-06T14:25:36Z ',
    '2017-09-06T14:25:36.Z',
  ],
  ...['2017-02-29T00:00:00Z', '2016-02-29T00:00:00', '2100-02-29T00:00:00', '0000-01-01T00:00:00Z'],
  ...['2017-09-06T24:00:00Z', '2017-09-06T23:59:60', '2017-09-06T14:25:36.12345678Z', '2017-09-06'],
  ...['2017-09-06T14:25:36+01:00', '2017-09-06t14:25:36z', '+012017-09-06T10:00:00Z', '2017-09-06T14:25'],
  ...['2017-09-31T14:25:36Z', '2017-9-6T14:25:36Z', '2017-09-06T14:25:36Z\n', '2017-09-06 14:25:36'],
];

/** Everything that a source or a careless hand could do to a record. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  'it is missing': ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  'it says nothing': put((_, number) => nothing(number)),
  'it is a number': put((_, number) => choose(NUMBERS, number)),
  'it is digits, or nearly': put((_, number) => choose(DIGITS, number)),
  'it is a text': put((_, number) => choose(TEXTS, number)),
  'it is a clock value, or nearly': put((_, number) => choose(CLOCKS, number)),
  'it is true or false': put((_, number) => number % 2 === 0),
  'it is written as a text': put((value) => (typeof value === 'object' ? value : String(value))),
  'it is a list of it': put((value) => [value]),
  'it is a list of it twice': put((value) => [value, structuredClone(value)]),
  'it is a list of a list of it': put((value) => [[value]]),
  'it is the first of its list': put((value) => (Array.isArray(value) ? value[0] : value)),
  'it has holes': put((value) =>
    Array.isArray(value) ? Object.assign([...value], { length: value.length + 1 }) : value,
  ),
  'it is in an object': put((value) => ({ id: value })),
  'it has no prototype': put((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null), value)
      : value,
  ),
  'it inherits': put((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.create(value) : value,
  ),
  'it is called otherwise': (place, number) => rename(place, choose(SPELLINGS, number)(String(place.key))),
  'it has the name of another field': (place, number) => rename(place, choose(NAMES, number)),
  'it is there in another spelling too': (place, number) =>
    add(place, choose(SPELLINGS, number)(String(place.key)), place.holder[place.key]),
  'it is there in another spelling, and says nothing here': (place, number) => {
    add(place, choose(SPELLINGS, number)(String(place.key)), place.holder[place.key]);
    place.holder[place.key] = nothing(number);
  },
  'there is another field': (place, number) => add(place, choose(NAMES, number), place.holder[place.key]),
  'there are fields that nobody knows': (place, number) =>
    add(place, choose(NAMES, number), { id: 1, [choose(NAMES, number + 1)]: [{ x: 1 }] }),
  'its fields come in another order': put((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  ),
};

/** Every value in a value, each with what holds it. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Place['holder'];
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** A record with one to four things done to it, and what was done. */
export const damaged = (record: unknown): fc.Arbitrary<{ readonly what: string; readonly raw: unknown }> => {
  const damage = fc.record({
    what: fc.constantFrom(...Object.keys(DAMAGES)),
    at: fc.nat(),
    number: fc.nat(1000),
  });
  return fc.array(damage, { minLength: 1, maxLength: 4 }).map((damages) => {
    // In a list, so that the whole can be damaged too.
    const root = [structuredClone(record)];
    for (const { what, at, number } of damages) {
      const places = placesIn(root);
      if (places.length > 0) DAMAGES[what]?.(choose(places, at), number);
    }
    return { what: damages.map(({ what }) => what).join('; '), raw: root[0] };
  });
};
