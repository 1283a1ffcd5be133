import { z } from 'zod';
import { code, date, name, recordFields, text, timestamp } from '../fields.js';
import { personSummary } from './person.js';
import { country, county, locationAbroad, locationIreland } from './places.js';
import { handbookTopic } from './reference-lists.js';

export const photographFormat = z.object({
  quantity: z.int().optional(),
  color: text.optional(),
  colorComment: text.optional(),
  dimensions: text.optional(),
  dimensionsComment: text.optional(),
  medium: text.optional(),
  mediumComment: text.optional(),
  physical: text.optional(),
  physicalComment: text.optional(),
});

export type PhotographFormat = z.infer<typeof photographFormat>;

export const digitization = z.object({
  /** As someone typed it; never a timestamp. */
  dateCaptured: code.optional(),
  operator: text.optional(),
  captureDevice: text.optional(),
  captureSoftware: text.optional(),
  sourceCondition: text.optional(),
  copyNote: text.optional(),
  mimeType: code.optional(),
  imageBitDepth: text.optional(),
  imageEditor: text.optional(),
  imageResolution: text.optional(),
  imageSize: text.optional(),
  fileSize: text.optional(),
  computerOS: text.optional(),
  storage: text.optional(),
});

export type Digitization = z.infer<typeof digitization>;

/** What the archive's earlier system said; privileged as a whole. */
export const archivedInfo = z.object({
  copyright: text.optional(),
  condition: text.optional(),
  topic: text.optional(),
  date: text.optional(),
  photographer: text.optional(),
  location: text.optional(),
  format: text.optional(),
});

/** A photograph (wire-format 3, photograph). */
export const photograph = z.object({
  ...recordFields,
  editorsPick: z.array(timestamp),
  referenceNumber: name.optional(),
  status: z.int().optional(),
  sensitive: z.boolean().optional(),
  digitized: z.boolean(),
  /** `CBE` the archive, `OTH` another holder, `NOT` none applies, `UNK` unknown. */
  copyright: code.optional(),
  /** 0 poor, 1 medium, 2 good; the filter admits 3, which no document names. */
  condition: z.int().optional(),
  conditionDescription: text.optional(),
  handbookTopic: handbookTopic.optional(),
  /** When it was taken. */
  date: date.optional(),
  photographer: personSummary.optional(),
  relevantPersons: z.array(personSummary),
  counties: z.array(county),
  locationsIreland: z.array(locationIreland),
  countries: z.array(country),
  locationsAbroad: z.array(locationAbroad),
  archivedDescriptionStatus: code.optional(),
  archivedDescription: text.optional(),
  extraInfoStatus: code.optional(),
  extraInfoEN: text.optional(),
  extraInfoGA: text.optional(),
  formats: z.array(photographFormat),
  archivedInfo: archivedInfo.optional(),
  digitization: digitization.optional(),
});

export type Photograph = z.infer<typeof photograph>;
