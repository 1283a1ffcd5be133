import { textBelow } from '../../base/file-bytes.js';
import { mintIris } from '../../model/rdf/iris.js';
import { readReleaseVocabulary } from '../../release/description/metadata/release-vocabulary.js';
import { inBothLanguages } from '../../release/description/metadata/texts.js';
import { wordsIn } from './interface-words.js';
import { type PageContext, siteName } from './layout.js';
import { type Page, replaced, SHARED, sendText } from './page.js';

/** The description of the release (dcat.ttl) with the catalogue of this site and its interfaces (DCAT 3, sections 6.4 and 6.10). */
export const cataloguePage: Page = {
  path: '/dcat.ttl',
  isShared: SHARED,
  answer: async (c, context) => {
    const { site } = context;
    if (!(await site.isUnchanged())) return replaced(c);
    const text = `${await textBelow(site.release, 'dcat.ttl')}\n${catalogueOf(context)}`;
    return sendText(c, text, 'text/turtle; charset=utf-8');
  },
};

function catalogueOf(context: PageContext): string {
  const { site, origin, services } = context;
  const { base, vocabularyBase, label } = site.manifest;
  const iris = mintIris(base);
  const publications = [...site.publications.keys()];
  const shown = services.filter(({ isOffered }) => isOffered?.(site) !== false);
  const nodes = shown.map(({ href, address = href, title, description = address, conformsTo }) => ({
    id: `${origin}${address}#service`,
    type: ['DataService'],
    title: { en: [title] },
    endpointURL: origin + address,
    endpointDescription: origin + description,
    conformsTo,
    servesDataset: publications.map((publication) => iris.release(publication, label)),
  }));
  const catalogue = {
    id: base,
    type: ['Catalog'],
    title: inBothLanguages({
      en: siteName({ site, language: 'en' }),
      ga: siteName({ site, language: 'ga' }),
    }),
    description: inBothLanguages({
      en: wordsIn('en')('siteDescription'),
      ga: wordsIn('ga')('siteDescription'),
    }),
    publisher: [...site.publications.values()][0]?.publisher.iri,
    homepage: `${origin}/`,
    catalogued: publications.map(iris.publication),
    service: nodes.map(({ id }) => id),
  };
  return readReleaseVocabulary(base, vocabularyBase).turtle('The catalogue of this site.', [
    catalogue,
    ...nodes,
  ]);
}
