import { z } from 'zod';
import {
  NEUTRAL_ORGANISATIONS,
  type Organisation,
  type OrganisationName,
  type Organisations,
} from '../../mapping/organisation.js';
import { webAddress } from '../../rdf/iris.js';
import { LINK_NAMES, type LinkName, type LinkTemplates, templateFault } from '../../rdf/links.js';
import type { PublicationSettings } from '../../records/build-plan.js';
import { AVAILABILITIES, FREQUENCIES } from '../../release/facts.js';

/*
 * What a release says of itself: the section `release` of the configuration. Nothing in it is needed; without it a
 * release names no contact and no address of its own.
 */

const address = z
  .string()
  .refine((value) => webAddress(value) === value, 'expected an http or https address');

export const publicationSchema = z.strictObject({
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
export const publicationSettingsOf = (
  { downloads, frequency, availability, contact }: z.output<typeof publicationSchema>,
  label: string,
): PublicationSettings => ({
  downloads: downloads?.replaceAll('{label}', () => encodeURIComponent(label)),
  frequency,
  availability,
  contact,
});

/*
 * Who publishes, and where their pages are: the sections `organisations` and `links` of the configuration. The
 * defaults name nobody and link nowhere; profiles/ holds what is right for the real publishers.
 */

/** What stands for a link that is not to be made. */
const NONE = 'none';

const template = (name: LinkName) =>
  z
    .string()
    .superRefine((value, context) => {
      const fault = value === NONE ? undefined : templateFault(name, value);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .default(NONE);

/** A template for each link, or `none`. */
export const linksSchema = z.strictObject(
  Object.fromEntries(LINK_NAMES.map((name) => [name, template(name)])) as Record<
    LinkName,
    ReturnType<typeof template>
  >,
);

const homePage = z
  .string()
  .refine((value) => webAddress(value) === value, 'expected an http or https address');

const organisation = (which: OrganisationName) =>
  z.strictObject({
    /** By language; one of the two is enough. */
    name: z
      .strictObject({ ga: z.string().min(1).optional(), en: z.string().min(1).optional() })
      .refine((name) => name.ga !== undefined || name.en !== undefined, 'expected a name in ga or en')
      .default(neutralName(which)),
    url: homePage.optional(),
    credit: z.string().min(1).optional(),
    copyright: z.string().min(1).optional(),
  });

function neutralName(which: OrganisationName): { ga?: string | undefined; en?: string | undefined } {
  const { name } = NEUTRAL_ORGANISATIONS[which];
  return { ga: name.ga?.[0], en: name.en?.[0] };
}

export const organisationsSchema = z.strictObject({
  archive: organisation('archive').prefault({}),
  placenames: organisation('placenames').prefault({}),
});

/** The templates of the links that are to be made. */
export const linkTemplatesOf = (configured: z.output<typeof linksSchema>): LinkTemplates =>
  Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== NONE));

/** The publishers as the mappers name them. */
export function organisationsOf({
  archive,
  placenames,
}: z.output<typeof organisationsSchema>): Organisations {
  const named = ({ name: { ga, en }, url, credit, copyright }: typeof archive): Organisation => ({
    name: { ga: [ga ?? []].flat(), en: [en ?? []].flat() },
    url,
    credit,
    copyright,
  });
  return { archive: named(archive), placenames: named(placenames) };
}
