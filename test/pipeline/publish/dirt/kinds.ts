/** Where a release has what the generator calls by a kind: our name for it, its dataset, and its IRI. */
const KINDS = {
  'manuscript part': ['cbe.part', 'manuscripts', 'cbe/part'],
  'manuscript item': ['cbe.item', 'manuscripts', 'cbe/item'],
  'manuscript page': ['cbe.page', 'manuscripts', 'cbe/page'],
  'schools part': ['cbes.part', 'schools', 'cbes/part'],
  'schools item': ['cbes.item', 'schools', 'cbes/item'],
  'schools page': ['cbes.page', 'schools', 'cbes/page'],
  transcript: ['cbes.transcript', 'transcripts', 'cbes/transcript'],
  photograph: ['cbeg.photograph', 'photographs', 'cbeg/photograph'],
  person: ['cbed.person', 'people', 'cbed/person'],
  place: ['place', 'places', 'place'],
} as const;

/** What a record is found by: `cbe.item 1` in the report, `manuscripts cbe/item/1` in the release, and below the base. */
export function namesOf({ kind, id }: { readonly kind: string; readonly id: number }) {
  const [ref, dataset, path] = KINDS[kind as keyof typeof KINDS];
  return { ref: `${ref} ${id}`, key: `${dataset} ${path}/${id}`, path: `${path}/${id}` };
}

/** Datasets whose records are there whether others speak of them or not, and the beginnings of their IRIs. */
const OWN: ReadonlySet<string> = new Set(
  Object.values(KINDS).map(([, dataset, path]) => `${dataset} ${path}/`),
);

/** Whether a record of a release stands for itself, rather than because others speak of it. */
export const isOwn = (key: string): boolean => OWN.has(key.replace(/\d+$/, ''));

/** The same place in the archive's own words. */
export const stubOf = (id: number) => ({ ref: `location-ireland ${id}`, key: `locations place/${id}` });
