import { fragment, rightsStatement } from '../../rdf/iris.js';
import { isCanonicalTime } from '../../rdf/lexical-forms.js';
import type { Node } from '../../rdf/node.js';
import type { Digitization, Photograph, PhotographFormat } from '../../schema/archive/photograph.js';
import type { Published } from '../../schema/privileged.js';
import { coded, mediaType } from '../coded-fields.js';
import { cast, contributions } from '../contribution.js';
import { plainDate, workDate } from '../date.js';
import { readIso } from '../date-range.js';
import { asRecorded, byLanguage, withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { entry, spatial } from '../shared-fields.js';
import { imageOf } from './volume.js';

/** Condition codes with a documented meaning (wire-format 3). */
const NAMED_CONDITIONS: readonly (number | undefined)[] = [0, 1, 2];

/**
 * The rights statement of each copyright code. A missing or unlisted code has none (decision 2026-11-23: rights of
 * photographs).
 */
const RIGHTS: Readonly<Record<string, Parameters<typeof rightsStatement>[0]>> = {
  CBE: 'InC',
  OTH: 'InC',
  NOT: 'NKC',
  UNK: 'CNE',
};

/** A photograph (model 3.4). */
export const describePhotograph = (photograph: Published<Photograph>, context: MappingContext): Node => {
  const { iri, link, latestYear } = context;
  const self = iri.photograph(photograph.id);
  const places = spatial(photograph, context);
  const referenceNumber = referenceNumberOf(photograph);
  const rights = RIGHTS[photograph.copyright ?? ''];
  const isNamed = NAMED_CONDITIONS.includes(photograph.condition);
  return {
    id: self,
    type: ['Photograph', 'schema:Photograph', 'schema:ArchiveComponent'],
    label:
      referenceNumber === undefined
        ? byLanguage(`Photograph ${photograph.id}`, `Grianghraf ${photograph.id}`)
        : withoutLanguage(referenceNumber),
    identifier: referenceNumber,
    url: link.photograph({ photographID: photograph.id }),
    isPartOf: iri.collection('cbeg'),
    subject: [photograph.handbookTopic ?? []].flat().map((topic) => iri.handbookTopic(topic.id)),
    description: byLanguage(photograph.extraInfoEN, photograph.extraInfoGA),
    archivedDescription: asRecorded(photograph.archivedDescription),
    ...workDate(self, photograph.date, latestYear, 'event'),
    ...places,
    // Only the counties are documented as the place where the photograph was taken.
    locationCreated: places.county,
    ...contributions(
      self,
      cast('photographer', [photograph.photographer ?? []].flat(), iri.person),
      cast('relevantPerson', photograph.relevantPersons, iri.person),
    ),
    digitized: photograph.digitized,
    ...coded(
      {
        copyrightStatus: photograph.copyright,
        condition: isNamed ? String(photograph.condition) : undefined,
      },
      context,
    ),
    rights: rights && rightsStatement(rights),
    copyrightHolder: photograph.copyright === 'CBE' ? iri.organisation('archive') : undefined,
    conditionCode: isNamed ? undefined : photograph.condition,
    conditionNote: asRecorded(photograph.conditionDescription),
    format: describeFormats(self, photograph.formats),
    digitization: describeDigitization(self, photograph.digitization, latestYear),
    associatedMedia: imageFile(self, photograph, context),
    manifest: link.photographManifest({ photographID: photograph.id, referenceNumber }),
    featuredOn: photograph.editorsPick,
    ...entry(photograph),
  };
};

/** Spaces around a reference number mean nothing. */
export const referenceNumberOf = ({ referenceNumber }: Published<Photograph>): string | undefined =>
  referenceNumber?.trim() || undefined;

/** The image of a digitized photograph, at the configured addresses (model 3.2). */
const imageFile = (
  self: string,
  photograph: Published<Photograph>,
  { link }: MappingContext,
): Node | undefined => {
  const { id, digitized } = photograph;
  const referenceNumber = referenceNumberOf(photograph);
  const ids = { photographID: id, referenceNumber };
  return digitized === true
    ? imageOf(self, { file: link.photographImage(ids), service: link.photographImageService(ids) })
    : undefined;
};

/** Physical formats; their IRIs are made of their content, and of the occurrence of identical ones (model 2.3). */
function describeFormats(photograph: string, formats: readonly PhotographFormat[]): Node[] {
  const occurrences = new Map<string, number>();
  return formats.map((format) => {
    const content = JSON.stringify(format);
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    return describeFormat(fragment.format(photograph, format, occurrence), format);
  });
}

const describeFormat = (id: string, format: PhotographFormat): Node => ({
  id,
  type: ['PhotographFormat'],
  quantity: format.quantity,
  color: format.color,
  colorComment: asRecorded(format.colorComment),
  size: format.dimensions,
  dimensionsComment: asRecorded(format.dimensionsComment),
  medium: format.medium,
  mediumComment: asRecorded(format.mediumComment),
  physicalCharacter: format.physical,
  physicalComment: asRecorded(format.physicalComment),
});

/** The making of the digital image, without its storage (model 3.4). */
const describeDigitization = (
  photograph: string,
  digitization: Published<Digitization> | undefined,
  latestYear: number,
): Node | undefined =>
  digitization && {
    id: fragment.digitization(photograph),
    type: ['Digitization', 'prov:Activity'],
    dateCaptured: digitization.dateCaptured,
    ...dayOrTime(digitization.dateCaptured, latestYear),
    captureDevice: digitization.captureDevice,
    captureSoftware: digitization.captureSoftware,
    sourceCondition: digitization.sourceCondition,
    copyNote: digitization.copyNote,
    ...mediaType('mimeType', digitization.mimeType),
    bitDepth: digitization.imageBitDepth,
    imageEditor: digitization.imageEditor,
    resolution: digitization.imageResolution,
    pixelSize: digitization.imageSize,
    contentSize: digitization.fileSize,
    computerOS: digitization.computerOS,
  };

/**
 * The time of a text with a time of day, as typed; else its day, and no moment of the day. Only of a full, plausible ISO day: not
 * of `15.05.06` or `0206-05-15`.
 */
function dayOrTime(typed: string | undefined, latestYear: number) {
  const iso = readIso(typed);
  const day = plainDate(iso, latestYear);
  if (typed === undefined || day?.['@type'] !== 'date' || !typed.startsWith(day['@value'])) return {};
  return iso?.isMidnight !== true && isCanonicalTime(typed)
    ? { endedAtTime: typed }
    : { dayCaptured: day['@value'] };
}
