import { z } from 'zod';
import { code, recordFields, text } from '../fields.js';
import { transcript } from './transcript.js';

const pageFields = {
  ...recordFields,
  pageNumber: text,
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
