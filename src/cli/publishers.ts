import { z } from 'zod';
import {
  NEUTRAL_ORGANISATIONS,
  type Organisation,
  type OrganisationName,
  type Organisations,
} from '../mapping/organisation.js';
import { webAddress } from '../rdf/iris.js';
import { LINK_NAMES, type LinkName, type LinkTemplates, templateFault } from '../rdf/links.js';

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
export const links = z.strictObject(
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

export const organisations = z.strictObject({
  archive: organisation('archive').prefault({}),
  placenames: organisation('placenames').prefault({}),
});

/** The templates of the links that are to be made. */
export const linksOf = (configured: z.output<typeof links>): LinkTemplates =>
  Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== NONE));

/** The publishers as the mappers name them. */
export function organisationsOf({ archive, placenames }: z.output<typeof organisations>): Organisations {
  const named = ({ name: { ga, en }, url, credit, copyright }: typeof archive): Organisation => ({
    name: { ga: [ga ?? []].flat(), en: [en ?? []].flat() },
    url,
    credit,
    copyright,
  });
  return { archive: named(archive), placenames: named(placenames) };
}
