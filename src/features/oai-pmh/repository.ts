import { Xml } from '../../base/xml.js';
import { contentHash } from '../../model/rdf/content-hash.js';
import type { PageContext } from '../browse/layout.js';
import { dataOnly } from '../browse/record/record-statements.js';
import type { Site } from '../browse/site.js';
import type { MetadataFormat } from './metadata-format.js';
import { type ListedRecord, RecordList } from './record-list.js';

/** Records that are looked at, between which other requests are answered. */
export const AT_ONCE = 50;

/** A release as a repository. */
export class Repository {
  readonly list: RecordList;
  /** Differs where another release, or other datestamps, are served. */
  readonly version: string;
  readonly #site: Site;
  readonly #prefix: string;
  readonly #added: readonly MetadataFormat[];
  #formats: Promise<readonly MetadataFormat[]> | undefined;

  private constructor(site: Site, list: RecordList, added: readonly MetadataFormat[]) {
    this.#added = added;
    this.list = list;
    this.#site = site;
    this.#prefix = `oai:${this.host}:`;
    this.version = contentHash({
      release: site.version,
      chain: list.chain.releases.map(({ label, day }) => `${label} ${day}`).join(' '),
    });
  }

  /** @throws the error of the file system */
  static async create(site: Site, formats: readonly MetadataFormat[]): Promise<Repository> {
    return new Repository(site, await RecordList.create(site, formats), formats);
  }

  /** The formats in which the release has a record. The records are looked at once. */
  formats(context: PageContext): Promise<readonly MetadataFormat[]> {
    this.#formats ??= this.#formatsOfRecords(context).catch((thrown: unknown) => {
      // What failed once may succeed later.
      this.#formats = undefined;
      throw thrown;
    });
    return this.#formats;
  }

  async #formatsOfRecords(context: PageContext): Promise<readonly MetadataFormat[]> {
    const found: MetadataFormat[] = [];
    for (const format of this.#added) {
      let lookedAt = 0;
      for (const [record] of this.list.from({ format }, 0)) {
        lookedAt += 1;
        if (lookedAt % AT_ONCE === 0) await new Promise(setImmediate);
        if (this.metadata(context, record, format) === undefined) continue;
        found.push(format);
        break;
      }
    }
    return found;
  }

  /** The host of the data base. */
  get host(): string {
    return new URL(this.#site.manifest.base).hostname;
  }

  identifierOf(path: string): string {
    return this.#prefix + path;
  }

  /** The record of an identifier; undefined for one that is not of this repository. */
  find(identifier: string, format?: MetadataFormat): ListedRecord | undefined {
    return identifier.startsWith(this.#prefix)
      ? this.list.find(identifier.slice(this.#prefix.length), format)
      : undefined;
  }

  /** A record in a format; undefined where it has none. */
  metadata(
    context: PageContext,
    { path, isDeleted, sets }: ListedRecord,
    format: MetadataFormat,
  ): Xml | undefined {
    if (isDeleted) return undefined;
    const { index, manifest } = this.#site;
    const iri = manifest.base + path;
    const licences = manifest.datasets.flatMap(({ name, licence }) => (sets.includes(name) ? licence : []));
    const site = this.#site;
    const described = {
      ...{ path, iri, licences: [...new Set(licences)] },
      kind: index.summary(path)?.kind ?? null,
      /** Read where a format asks for them. */
      get documents() {
        return dataOnly(index.documents(iri), site);
      },
    };
    const document = format.document(described, context);
    return document === undefined ? undefined : new Xml(document);
  }
}
