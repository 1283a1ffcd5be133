/** A WKT geometry (OGC Simple Feature Access part 1, section 7), as far as stores change it. */
export interface Wkt {
  /** IRI of the coordinate reference system (GeoSPARQL 1.1, section 8.5.1). */
  readonly crs?: string;
  /** In capitals: `POINT`, `MULTIPOINT`, `POINT Z`. */
  readonly shape: string;
  /** In order; empty for EMPTY. */
  readonly positions: readonly (readonly number[])[];
}

const TEXT = /^\s*(?:<([^<>]*)>\s*)?([A-Za-z]+)(?:\s*\b(Z|M|ZM)\b)?\s*(EMPTY|\([-+\d.eE,()\s]*\))\s*$/;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Parses a geometry; undefined when it is invalid. */
export function parseWkt(text: string): Wkt | undefined {
  const [, crs, shape = '', dimensions, body = ''] = TEXT.exec(text) ?? [];
  if (shape === '') return undefined;
  const words = /^EMPTY$/i.test(body)
    ? []
    : body
        .replace(/[()]/g, ' ')
        .split(',')
        .map((position) => position.trim().split(/\s+/));
  if (!words.flat().every((word) => NUMBER.test(word))) return undefined;
  return {
    ...(crs === undefined ? {} : { crs }),
    shape: `${shape.toUpperCase()}${dimensions === undefined ? '' : ` ${dimensions}`}`,
    positions: words.map((position) => position.map(Number)),
  };
}
