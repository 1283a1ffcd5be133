import { messageOf } from '../../base/errors.js';
import type { OpenedRelease } from '../browse/added-pages.js';
import type { ResourceDocument } from '../browse/index/release-index.js';
import type { PageContext } from '../browse/layout.js';
import type { Site } from '../browse/site.js';

/** What the release says of a record. */
export interface DescribedRecord {
  readonly path: string;
  readonly iri: string;
  readonly kind: string | null;
  readonly documents: readonly ResourceDocument[];
  /** Of the datasets that describe it. */
  readonly licences: readonly string[];
}

/** A metadata format (OAI-PMH 2.0, section 3.4). Its condition and its query are SQL about the index of the release. */
export interface MetadataFormat {
  /** `metadataPrefix`, such as `oai_dc`. */
  readonly prefix: string;
  /** The address of the XML Schema. */
  readonly schema: string;
  readonly namespace: string;
  /** The kinds of records that may have it; all records have it unless given. A record of these that has changed may have had it. */
  readonly kinds?: readonly string[];
  /** A condition that a record meets, by its `path`, or else does not have it: SQL. */
  readonly condition?: string;
  /**
   * The table of a release whose rows are parts of documents, and its column with the record of the document: a document has
   * changed with each of its parts, also with one that was withdrawn.
   */
  readonly parts?: { readonly table: string; readonly record: string };
  /** @returns the document of a record, an element of XML; undefined for a record that does not have it */
  document(record: DescribedRecord, context: PageContext): string | undefined;
}

declare module '../../cli/feature.js' {
  interface Additions {
    /** Metadata formats of OAI-PMH. */
    readonly metadataFormats: (site: Site) => Promise<readonly MetadataFormat[]> | readonly MetadataFormat[];
  }
}

/** Formats, at most: each has a bit. */
const MOST_FORMATS = 16;

/**
 * The formats that features add, each prefix once. Where a feature fails, its formats are missing, and a warning names it.
 */
export async function addedFormats(
  site: Site,
  { features, report }: Pick<OpenedRelease, 'features' | 'report'>,
): Promise<readonly MetadataFormat[]> {
  const formats = new Map<string, MetadataFormat>();
  for (const { name, adds } of features) {
    try {
      for (const format of (await adds?.metadataFormats?.(site)) ?? []) {
        if (formats.has(format.prefix)) throw new Error(`there is a format ${format.prefix} already`);
        if (formats.size === MOST_FORMATS) throw new Error(`there are ${MOST_FORMATS} formats already`);
        formats.set(format.prefix, format);
      }
    } catch (thrown) {
      const why = messageOf(thrown).replace(/\.$/, '');
      report({ event: 'warning', message: `OAI-PMH lacks formats of the feature ${name}: ${why}` });
    }
  }
  return [...formats.values()];
}
