/** What is used of Citation.js, which brings no types; for tests only. */
declare module '@citation-js/core' {
  /** A record as CSL-JSON, from whatever format it was read. */
  export interface Citation {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly author?: readonly {
      readonly family?: string;
      readonly given?: string;
      readonly literal?: string;
    }[];
    readonly contributor?: Citation['author'];
    readonly issued?: { readonly 'date-parts'?: readonly (readonly number[])[]; readonly literal?: string };
    readonly archive_location?: string;
    readonly language?: string;
    readonly publisher?: string;
    readonly URL: string;
    /** RIS can have several. */
    readonly note: string | readonly string[];
  }
  export class Cite {
    constructor(text: string);
    readonly data: readonly Citation[];
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
