import { z } from 'zod';
import { bilingual, referenceTable } from '../../../base/reference-data.js';
import { Layout } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { searchAddress } from './search-address.js';

const { examples } = referenceTable(
  'search-help',
  z.strictObject({
    examples: z.array(
      z.strictObject({
        query: z.union([z.string().min(1), bilingual]),
        en: z.string().min(1),
        ga: z.string().min(1),
      }),
    ),
  }),
);

/** How to search, by examples that can be tried. */
export const searchHelpPage: Page = {
  path: '/search-help',
  answer: (c, context) => {
    const { words, language } = context;
    return sendPage(
      c,
      <Layout context={context} title={words('searchHelp')}>
        <h1>{words('searchHelp')}</h1>
        <dl class="search-help">
          {examples.map(({ query, ...means }) => {
            const typed = typeof query === 'string' ? query : query[language];
            return (
              <>
                <dt>
                  <a href={searchAddress({ words: typed, facets: {} })}>{typed}</a>
                </dt>
                <dd>{means[language]}</dd>
              </>
            );
          })}
        </dl>
      </Layout>,
    );
  },
};
