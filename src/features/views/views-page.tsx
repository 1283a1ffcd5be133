import { readRun } from '../../pipeline/shards/build-inputs.js';
import type { AddedPage } from '../browse/added-pages.js';
import type { Site } from '../browse/site.js';
import { linkedArtPage } from './linked-art-page.js';
import { missingIn } from './missing-works.js';
import { VIEWS } from './view-names.js';

/** Where EDM was asked for and lacks works: what it lacks, among the ways to take the data away, and at `/views`. */
export async function viewsPages({ release }: Site): Promise<readonly AddedPage[]> {
  const { settings } = await readRun(release);
  const missing = await missingIn(release, Object(settings));
  if (missing === undefined) return [linkedArtPage];
  const { message, remedy } = missing;
  return [
    linkedArtPage,
    {
      path: '/views',
      files: {},
      wayToTake: () => (
        <li lang="en">
          <h3>{VIEWS.edm}</h3>
          <p>
            {message}. {remedy}
          </p>
        </li>
      ),
      answer: (_, { show }) => show(VIEWS.edm, [`${message}. ${remedy}`]),
    },
  ];
}
