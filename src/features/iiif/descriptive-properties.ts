import type { Quad } from '@rdfjs/types';
import { webAddress } from '../../model/rdf/iris.js';
import type { ResourceDocument, ResourceSummary } from '../browse/index/release-index.js';
import { facetName, kindName, LANGUAGES } from '../browse/interface-words.js';
import { addressInFormat, labelOf, type PageContext, pageContext } from '../browse/layout.js';
import { statementsOf, valuesIn } from '../browse/pictures/pictures.js';
import { inheritedFacts, inheritedTexts } from '../browse/record/inherited-facts.js';
import { dataLicence, pictureRights, publicationsOf } from '../browse/record/publications.js';
import { pathOf, RecordStatements, trailOf } from '../browse/record/record-statements.js';
import { propertyName } from '../browse/record/record-values.js';
import { SUFFIXES } from '../browse/record/representations.js';
import type { PublicationNotice } from '../browse/site.js';
import {
  type BothRecords,
  byLanguage,
  inBoth,
  type LanguageMap,
  labelInBoth,
  valuesInBoth,
  wordInBoth,
} from './language-map.js';

/** Licences and rights statements that IIIF and Europeana know, as their publishers name them: with `http`. */
const KNOWN_RIGHTS =
  /^https?:\/\/((?:creativecommons\.org\/(?:licenses|publicdomain)|rightsstatements\.org\/vocab)\/[\w./-]+)$/;

/**
 * The URI of a licence of Creative Commons or a statement of RightsStatements.org as IIIF wants it (Presentation API 3.0, `rights`).
 *
 * @returns undefined for any other
 */
export function knownRights(iri: string): string | undefined {
  const [, rest] = KNOWN_RIGHTS.exec(iri) ?? [];
  return rest === undefined ? undefined : `http://${rest}`;
}

/* What manifests and collections say of a record (IIIF Presentation API 3.0, sections 3.1 to 3.3), by the tables of its page. */

/** Values of a property, at most, as on the page. */
const MOST_VALUES = 60;

/** A record with everything that is said of it. */
export interface DescribedRecord {
  readonly context: PageContext;
  readonly summary: ResourceSummary;
  readonly documents: readonly ResourceDocument[];
  readonly records: BothRecords;
  /** The records above it, from the collection down. */
  readonly trail: readonly ResourceSummary[];
}

/** Reads a record; undefined where the release has no such record. */
export function describedRecord(context: PageContext, path: string): DescribedRecord | undefined {
  const { site } = context;
  const summary = site.index.summary(path);
  const documents = site.index.documents(site.manifest.base + path);
  if (summary === undefined || documents.length === 0) return undefined;
  const [en, ga] = LANGUAGES.map(
    (language) => new RecordStatements(pageContext({ ...context, language }), path, documents),
  ) as [RecordStatements, RecordStatements];
  return { context, summary, documents, records: { en, ga }, trail: trailOf(en) };
}

/** The properties that both manifests and collections have. */
export function descriptiveProperties(described: DescribedRecord): object {
  const { records, summary, documents, context } = described;
  const record = records.en;
  const notices = publicationsOf(context.site, documents);
  const texts = textProperties(described);
  const summaryText = texts[0] && byLanguage(texts[0][1]);
  const rights = rightsOf(described, notices);
  const provider = providerOf(described);
  const homepage = homepagesOf(described);
  const seeAlso = dataOf(described);
  return {
    label: byLanguage([...record.values('label'), ...record.values('prefLabel')]) ?? labelInBoth(summary),
    ...(summaryText && { summary: summaryText }),
    metadata: metadataOf(described, texts.slice(1)),
    requiredStatement: {
      label: wordInBoth('rightsAndCredit'),
      value: inBoth((language) => [
        ...[pictureRights(records[language]) ?? []].flat(),
        ...notices.map((one) => dataLicence(records[language].context, one)),
      ]),
    },
    ...(rights !== undefined && { rights }),
    ...(provider !== undefined && { provider: [provider] }),
    ...(homepage.length > 0 && { homepage }),
    ...(seeAlso.length > 0 && { seeAlso }),
  };
}

type Property = readonly [iri: string, values: readonly Quad['object'][]];

/** Properties that the page shows as texts: the first one is the summary. */
function textProperties({ context: { site }, records: { en: record } }: DescribedRecord): Property[] {
  return [...site.properties].flatMap(([iri, { section }]) => {
    const values = section === 'text' ? record.properties().get(iri) : undefined;
    return values === undefined ? [] : [[iri, values] as const];
  });
}

const IN_METADATA: ReadonlySet<string> = new Set(['fact', 'person', 'place']);

/** The facts, people and places of the page, in its order. */
function metadataOf({ context, summary, records, trail }: DescribedRecord, texts: readonly Property[]) {
  const { site } = context;
  const entries: { readonly label: LanguageMap; readonly value: LanguageMap }[] = [];
  const add = (label: LanguageMap | undefined, value: LanguageMap | undefined): void => {
    if (label !== undefined && value !== undefined) entries.push({ label, value });
  };
  const nameOf = (iri: string): LanguageMap | undefined =>
    inBoth((language) => [propertyName(records[language], iri)]);
  const { kind } = summary;
  if (kind !== null)
    add(
      inBoth((language) => [facetName('kind', language)]),
      inBoth((language) => [kindName(kind, 'one', language)]),
    );
  const isPartOf = site.iriOf('isPartOf');
  add(
    nameOf(isPartOf),
    inBoth((language) => trail.map((one) => labelOf(one, language))),
  );
  const inherited = inheritedFacts(records.en, summary);
  for (const [iri, { section }] of site.properties) {
    if (!IN_METADATA.has(section) || iri === isPartOf) continue;
    const values = records.en.properties().get(iri)?.slice(0, MOST_VALUES) ?? [];
    if (values.length > 0) add(nameOf(iri), valuesInBoth(records, values));
    for (const fact of inherited)
      if (site.iriOf(fact.term) === iri)
        add(
          nameOf(iri),
          inBoth((language) => inheritedTexts(fact, language)),
        );
  }
  for (const [iri, values] of texts) add(nameOf(iri), byLanguage(values));
  add(wordInBoth('identifier'), { none: [records.en.iri] });
  return entries;
}

/** The statement about a photograph, else the licence of the record: not of a photograph, whose rights are its own. */
function rightsOf(
  { summary, records }: DescribedRecord,
  notices: readonly PublicationNotice[],
): string | undefined {
  const named =
    summary.kind === 'photograph'
      ? records.en.values('rights').map(({ value }) => value)
      : notices.map(({ licence }) => licence);
  return named.flatMap((iri) => knownRights(iri) ?? [])[0];
}

/** The archive that holds the collection. */
function providerOf({ context, trail, summary }: DescribedRecord): object | undefined {
  const { site } = context;
  const collection = trail[0] ?? summary;
  const objectsOf = (path: string, term: string) => valuesIn(context, statementsOf(context, path), term);
  const [archive] = objectsOf(collection.path, 'holdingArchive');
  if (archive === undefined) return undefined;
  const path = pathOf(archive.value, site.manifest.base);
  const label = byLanguage(objectsOf(path, 'label')) ?? { none: [archive.value] };
  const [homepage] = objectsOf(path, 'url').flatMap(({ value }) => webAddress(value) ?? []);
  return {
    id: archive.value,
    type: 'Agent',
    label,
    ...(homepage !== undefined && { homepage: [webPage(homepage, label)] }),
  };
}

const webPage = (id: string, label: LanguageMap): object => ({
  id,
  type: 'Text',
  label,
  format: SUFFIXES.html,
});

/** The page of the record, and the page of the archive about it. */
function homepagesOf({ context, summary, records }: DescribedRecord): readonly object[] {
  const { site, origin, asFiles } = context;
  const own =
    asFiles === undefined || asFiles.hasPage(summary.path)
      ? [webPage(`${origin}/${summary.path}.html`, labelInBoth(summary))]
      : [];
  const there = records.en.values('url').flatMap(({ value }) => webAddress(value) ?? []);
  const name = inBoth((language) => [propertyName(records[language], site.iriOf('url'))]);
  return [...own, ...there.map((address) => webPage(address, name ?? labelInBoth(summary)))];
}

/** The statements of the release about the record. */
function dataOf({ context, summary }: DescribedRecord): readonly object[] {
  const { site, origin, asFiles } = context;
  return (['ttl', 'jsonld'] as const)
    .filter(
      (suffix) => asFiles === undefined || (asFiles.formats.has(suffix) && asFiles.hasPage(summary.path)),
    )
    .map((suffix) => ({
      id: origin + addressInFormat(site, summary.path, suffix),
      type: 'Dataset',
      label: labelInBoth(summary),
      format: SUFFIXES[suffix],
      profile: site.manifest.vocabularyBase,
    }));
}
