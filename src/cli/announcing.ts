import { z } from 'zod';
import type { Announcement } from '../export/settings.js';
import { webAddress } from '../rdf/iris.js';
import { AVAILABILITIES, FREQUENCIES } from '../release/facts.js';

/*
 * What a release says of itself: the section `release` of the configuration. Nothing in it is needed; without it a
 * release names no contact and no address of its own.
 */

const address = z
  .string()
  .refine((value) => webAddress(value) === value, 'expected an http or https address');

export const announcement = z.strictObject({
  /** Where releases can be fetched: `{label}` stands for the release. */
  downloads: z
    .string()
    .refine(
      (value) => value.endsWith('/') && webAddress(value.replaceAll('{label}', 'x')) !== undefined,
      'expected an http or https address that ends in /, with {label} where the release is named',
    )
    .optional(),
  frequency: z.enum(FREQUENCIES).default('monthly'),
  availability: z.enum(AVAILABILITIES).optional(),
  contact: z
    .strictObject({
      name: z.string().min(1),
      email: z.email('expected an e-mail address').optional(),
      page: address.optional(),
    })
    .optional(),
});

/** What is announced with a release of a label. */
export const announcementOf = (
  { downloads, frequency, availability, contact }: z.output<typeof announcement>,
  label: string,
): Announcement => ({
  downloads: downloads?.replaceAll('{label}', () => encodeURIComponent(label)),
  frequency,
  availability,
  contact,
});
