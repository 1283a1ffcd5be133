import { z } from 'zod';
import { code, name, recordFields } from '../fields.js';
import { manuscriptPart } from './manuscripts.js';
import { schoolsPart, transcript } from './schools.js';

const pageFields = {
  ...recordFields,
  /** Without one where the source leaves it empty. */
  pageNumber: name.optional(),
  /** A string that holds a number, as a rule. */
  listingOrder: code.optional(),
  titlePage: z.boolean().optional(),
  imageFileName: code.optional(),
  sensitive: z.boolean().optional(),
};

/** A page of a manuscripts volume (wire-format 3, page). */
export const manuscriptPage = z.object(pageFields);

/** A page of a schools volume: it also carries the volunteers' transcripts. */
export const schoolsPage = z.object({ ...pageFields, transcripts: z.array(transcript) });

export type ManuscriptPage = z.infer<typeof manuscriptPage>;
export type SchoolsPage = z.infer<typeof schoolsPage>;
/** What the two kinds of page share. */
export type Page = ManuscriptPage;

const volumeFields = {
  ...recordFields,
  /** Archive reference; leading zeros are part of it. */
  volumeNumber: code.optional(),
  /** Editing status 0 to 4; 4 is ready to publish. */
  status: z.int().optional(),
};

/** A bound volume of the main manuscript collection (wire-format 3, volume). */
export const manuscriptVolume = z.object({
  ...volumeFields,
  pages: z.array(manuscriptPage),
  parts: z.array(manuscriptPart),
});

/** A volume of the schools collection. */
export const schoolsVolume = z.object({
  ...volumeFields,
  /** `bound-volume`, `copybook-package` or `volume`. */
  type: code.optional(),
  pages: z.array(schoolsPage),
  parts: z.array(schoolsPart),
});

export type ManuscriptVolume = z.infer<typeof manuscriptVolume>;
export type SchoolsVolume = z.infer<typeof schoolsVolume>;

const counts = {
  pageCount: z.int().optional(),
  partCount: z.int().optional(),
  itemCount: z.int().optional(),
};

/** A row of `/cbe/volumes`: the volume without pages and parts, and how many it has. */
export const manuscriptVolumeSummary = z.object({ ...volumeFields, ...counts });

/** A row of `/cbes/volumes`. */
export const schoolsVolumeSummary = z.object({ ...volumeFields, type: code.optional(), ...counts });

export type VolumeSummary = z.infer<typeof schoolsVolumeSummary>;
