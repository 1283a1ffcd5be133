import type { HandbookTopic } from '../../../dictionary/archive/handbook-topic.js';
import type { Occupation } from '../../../dictionary/archive/occupation.js';
import type { SchoolsTopic } from '../../../dictionary/archive/schools-topic.js';
import { digits } from '../calendar.js';
import { cell, type Row } from '../words/rows.js';
import * as words from '../words/subjects.js';

/** Occupations of the people database, by code; one has no Irish name. */
export const OCCUPATIONS: readonly Occupation[] = words.OCCUPATIONS.map((row) => ({
  id: cell(row, 0),
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
})).sort((a, b) => (a.id < b.id ? -1 : 1));

const isBelow = (row: Row): boolean => cell(row, 0).startsWith('>');
const FIRST_TOPIC_ID = 6_001;

/** Gathers rows under the headings they follow. */
function headed(
  rows: readonly Row[],
): { readonly number: number; readonly row: Row; below: { number: number; row: Row }[] }[] {
  const found: { number: number; row: Row; below: { number: number; row: Row }[] }[] = [];
  for (const [number, row] of rows.entries()) {
    if (isBelow(row)) found.at(-1)?.below.push({ number, row });
    else found.push({ number, row, below: [] });
  }
  return found;
}

const topic = (number: number, row: Row, subTopics: SchoolsTopic[]): SchoolsTopic => ({
  id: FIRST_TOPIC_ID + number,
  titleEN: cell(row, 0).replace('>', ''),
  titleGA: cell(row, 1),
  subTopics,
});

/** The tree of topics of the schools collection, two levels deep. */
export const SCHOOLS_TOPICS: readonly SchoolsTopic[] = headed(words.SCHOOLS_TOPICS).map(
  ({ number, row, below }) =>
    topic(
      number,
      row,
      below.map((sub) => topic(sub.number, sub.row, [])),
    ),
);

/** What an item may stand under: the chain from a broadest topic down to one below it, or the broadest alone. */
export const TOPIC_CHAINS: readonly SchoolsTopic[] = SCHOOLS_TOPICS.flatMap((root) => [
  { ...root, subTopics: [] },
  ...root.subTopics.map((sub) => ({ ...root, subTopics: [sub] })),
]);

/** Every letter of the handbook has so many headings below it to a step of ten. */
const STEP = 5;

/** Headings of the handbook: some letters stand for themselves as well. */
export const HANDBOOK_TOPICS: readonly HandbookTopic[] = headed(words.HANDBOOK).flatMap(
  ({ number, row, below }) => {
    const heading = { id: cell(row, 0), topicEN: cell(row, 1), topicGA: cell(row, 2) };
    const topics = below.map((sub, index) => ({
      ...heading,
      id: `${heading.id}${digits((index + 1) * STEP, 3)}`,
      subTopicEN: cell(sub.row, 1),
      subTopicGA: cell(sub.row, 2),
    }));
    return number % 2 === 0 || topics.length === 0 ? [heading, ...topics] : topics;
  },
);
