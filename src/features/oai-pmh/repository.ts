import type { Xml } from '../../base/xml.js';
import { contentHash } from '../../model/rdf/content-hash.js';
import type { PageContext } from '../browse/layout.js';
import { dataOnly } from '../browse/record/record-statements.js';
import type { Site } from '../browse/site.js';
import { edmWriter } from './edm.js';
import { NAMESPACES } from './namespaces.js';
import { oaiDc } from './oai-dc.js';
import { type DescribedRecord, type ListedRecord, RecordList } from './record-list.js';

/** A metadata format (OAI-PMH 2.0, section 3.4). */
export interface MetadataFormat {
  readonly prefix: string;
  readonly schema: string;
  readonly namespace: string;
  /** Whether only works have it. */
  readonly onlyWorks: boolean;
  /** @returns undefined for a record that does not have it */
  readonly write: (context: PageContext, record: DescribedRecord) => Xml | undefined;
}

/** A release as a repository. */
export class Repository {
  readonly list: RecordList;
  readonly formats: readonly MetadataFormat[];
  /** Differs where another release, or other datestamps, are served. */
  readonly version: string;
  readonly #site: Site;
  readonly #prefix: string;

  private constructor(site: Site, list: RecordList) {
    const edm = edmWriter(site);
    this.list = list;
    this.#site = site;
    this.#prefix = `oai:${this.host}:`;
    this.version = contentHash({
      release: site.version,
      chain: list.chain.releases.map(({ label, day }) => `${label} ${day}`).join(' '),
    });
    this.formats = [
      { prefix: 'oai_dc', ...NAMESPACES.dc, onlyWorks: false, write: oaiDc },
      { prefix: 'edm', ...NAMESPACES.edm, onlyWorks: true, write: (_, record) => edm(record) },
    ];
  }

  /** @throws the error of the file system */
  static async create(site: Site): Promise<Repository> {
    return new Repository(site, await RecordList.create(site));
  }

  /** The host of the data base. */
  get host(): string {
    return new URL(this.#site.manifest.base).hostname;
  }

  identifierOf(path: string): string {
    return this.#prefix + path;
  }

  /** The record of an identifier; undefined for one that is not of this repository. */
  find(identifier: string): ListedRecord | undefined {
    return identifier.startsWith(this.#prefix)
      ? this.list.find(identifier.slice(this.#prefix.length))
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
    return format.write(context, {
      ...{ path, iri, licences: [...new Set(licences)] },
      kind: index.summary(path)?.kind ?? null,
      documents: dataOnly(index.documents(iri), this.#site),
    });
  }
}
