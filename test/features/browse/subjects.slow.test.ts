import { decodeHTML } from 'entities';
import { describe, expect, test } from 'vitest';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { broaderTopics } from '../../../src/features/browse/search/facets.js';
import { browsedRelease } from './browsed-release.js';

/** The pages of a release with the classifications of docs/subjects.md. */

const browsed = browsedRelease('extended');
const get = async (path: string, language: 'en' | 'ga' = 'en'): Promise<string> => {
  const page = await browsed().app.request(`http://127.0.0.1${addressIn(language, path)}`);
  return decodeHTML((await page.text()).replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
};
const found = (words: string): string[] =>
  browsed()
    .site.search.all({ words, facets: {} })
    .map(({ path }) => path);

describe('the page of a work', () => {
  test('shows its concepts with notation and label, and who names them', async () => {
    const page = await get('/cbes/item/7109');
    expect(page).toMatch(/Topic .*330 The Smith and the Devil/);
    expect(page).toMatch(/Classified as .*according to A\. Scholar, notes on the schools collection/);
    expect(page).toMatch(/according to B\. Editor date 2026/);
  });
});

describe('the page of a concept', () => {
  test('has its works, and the same concept elsewhere', async () => {
    const page = await get('/subject/atu/330');
    expect(page).toMatch(/330 The Smith and the Devil/);
    expect(page).toMatch(/Works on this topic 1 .*The Smith and the Stranger/);
    expect(page).toMatch(/The same concept elsewhere https:\/\/tales\.example\.org\/atu\/330/);
  });

  test('has the topics that are aligned with it', async () => {
    expect(await get('/subject/motif/H530')).toMatch(/Topics of the archive close to it 1 riddles/);
    expect(await get('/cbes/topic/6041')).toMatch(/H530 Riddles/);
  });
});

describe('the search', () => {
  test('finds concepts by notation and by label', () => {
    expect(found('330')).toContain('subject/atu/330');
    expect(found('H530')).toContain('subject/motif/H530');
    expect(found('An Gabha agus an Diabhal')).toContain('subject/atu/330');
    expect(found('B005')).toContain('handbook/B005');
  });

  test('counts works by scheme and by concept', () => {
    const { site } = browsed();
    const topics = site.search.facet({ words: '', facets: {} }, 'topic');
    expect(topics).toContainEqual(expect.objectContaining({ value: 'subject/atu', count: 2 }));
    expect(topics).toContainEqual(expect.objectContaining({ value: 'subject/atu/330', count: 1 }));
    expect(
      site.search
        .all({ words: '', facets: { topic: ['subject/atu'] } })
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['cbe/item/7005', 'cbes/item/7109']);
    expect(broaderTopics(site).get('subject/atu/330')).toBe('subject/atu');
  });
});
