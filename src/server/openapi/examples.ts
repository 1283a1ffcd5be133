/** A request shape of the specifications with real values in it. */
export interface ExampleRequest {
  /** The `{id}` of the path. */
  readonly id?: number;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The request shapes of archive-service 4, rule 4, and of place-names-service 4, by the endpoint's path; the
 * values are those the documents mention and those of the sample world.
 */
export const EXAMPLES: Readonly<Record<string, readonly ExampleRequest[]>> = {
  '/api/v0.6/cbed/{id}': [{ id: 4101 }],
  '/api/v0.6/cbeg/{id}': [{ id: 1201 }],
  '/api/v0.6/cbes': [{ query: { VolumeNumber: '0007' } }],
  '/api/v0.6/cbeg': [{ query: { CountyID: '100013', ModifiedSince: '2018-01-01' } }],
  '/api/v0.9/{id}': [{ id: 100013 }],
  '/api/v0.9': [
    { query: { PlaceID: '100013', CategoryID: 'PAR' } },
    { query: { Latitude: '54.96', Longitude: '-8.22', Radius: '5000', CategoryID: 'BF' } },
    { query: { Query: 'Tirenree', PlaceID: '100013' } },
  ],
};

/** The target of an example request: with the slash before the query that the documents' requests have. */
export function targetOf(path: string, { id, query }: ExampleRequest): string {
  const there = id === undefined ? path : path.replace('{id}', String(id));
  return query === undefined ? there : `${there}/?${new URLSearchParams(query)}`;
}
