import { z } from 'zod';
import { type Bilingual, referenceTable } from '../../../base/reference-data.js';

/** Where a page shows a property. `name` ones name a node; `hidden` ones are in the table of all statements only. */
const SECTIONS = ['fact', 'person', 'place', 'text', 'source', 'more', 'name', 'hidden'] as const;
export type Section = (typeof SECTIONS)[number];

interface ShownProperty {
  readonly section: Section;
  /** Without one, the label in the ontology. */
  readonly label?: Bilingual;
  /** What records are called that refer to another by it. Without one, the label. */
  readonly inverse?: Bilingual;
}

const shown = z.strictObject({
  term: z.string(),
  section: z.enum(SECTIONS),
  en: z.string().min(1).optional(),
  ga: z.string().min(1).optional(),
  inverse_en: z.string().min(1).optional(),
  inverse_ga: z.string().min(1).optional(),
});

/** The properties of records in the order of a page, by their terms in the context. */
export const RECORD_PAGE = referenceTable('record-page', z.array(shown));

/** The table by the IRI of each property, in its order. */
export function shownProperties(iriOf: (term: string) => string): ReadonlyMap<string, ShownProperty> {
  return new Map(
    RECORD_PAGE.map((row) => {
      const label = both(row.en, row.ga);
      const inverse = both(row.inverse_en, row.inverse_ga);
      return [
        iriOf(row.term),
        { section: row.section, ...(label && { label }), ...(inverse && { inverse }) },
      ];
    }),
  );
}

const both = (en: string | undefined, ga: string | undefined): Bilingual | undefined =>
  en === undefined || ga === undefined ? undefined : { en, ga };
