import { expect, test } from 'vitest';
import { indexedWords } from '../../../../src/features/browse/index/search-words.js';
import { matchOfAll, soughtIn } from '../../../../src/features/browse/index/sought-words.js';
import { type RecordTexts, TextScorer } from '../../../../src/features/browse/index/text-score.js';

/** The order of a few stories by a query. */

type Story = readonly [title: string, text: string, language?: 'en' | 'ga'];

const textsOf = ([title, text, language = 'en']: Story): RecordTexts => ({
  names: [{ text: title, language }],
  texts: text === '' ? [] : [{ text, language }],
  around: [],
});

/** The titles of stories, the best first, with the words that each lacks. */
function ranked(query: string, stories: readonly Story[]) {
  const forms = stories.map(
    ([title, text, language = 'en']) => new Set(indexedWords(`${title} ${text}`, language).split(' ')),
  );
  const having = (test: (form: string) => boolean): number =>
    forms.filter((some) => [...some].some(test)).length;
  const { words } = soughtIn(query, {
    total: stories.length,
    records: (form) => having((one) => one === form),
    recordsBeginning: (beginning) => having((one) => one.startsWith(beginning)),
    alike: () => [],
  });
  const scorer = new TextScorer(words, stories.length);
  return stories
    .map((story) => {
      const { score, missing } = scorer.score(textsOf(story));
      return { title: story[0], score, missing: missing.flatMap((at) => words[at]?.text ?? []) };
    })
    .toSorted((a, b) => b.score - a.score);
}
const titles = (query: string, stories: readonly Story[]): string[] =>
  ranked(query, stories).map(({ title }) => title);

/** Stories in which words are as common as they are in the archive. */
const OTHERS: Story[] = Array.from({ length: 40 }, (_, at) => [
  `A local story ${at}`,
  'There was a man in this parish long ago and he had a cow and she died.',
]);

test('rare words decide, and words that the story lacks are told', () => {
  const bush: Story = ['The lone bush', 'A man cut the fairy bush, and in the morning his beast was dead.'];
  const [first] = ranked('man who cut a fairy bush and his cow fell', [...OTHERS, bush]);
  expect(first?.title).toBe('The lone bush');
  expect(first?.missing).toEqual(expect.arrayContaining(['cow', 'fell']));
  expect(first?.missing).not.toContain('bush');
});

test('words near each other say more than words far apart', () => {
  const filler = 'and then they walked for a long time over the hill '.repeat(8);
  const near: Story = ['One', `${filler} the hare was at the churn ${filler}`];
  const far: Story = ['Two', `a hare ${filler} ${filler} a churn`];
  expect(titles('hare churn', [...OTHERS, far, near]).slice(0, 2)).toEqual(['One', 'Two']);
});

test('the false form of a word in the other language does not weigh more than the word', () => {
  // "the" is also an Irish form of te, "fairy" of nothing, "robin" is the word that is sought.
  const irish: Story = ['Te', 'Bhí an lá te.', 'ga'];
  const robin: Story = ['The robin', 'How the robin got its red breast.'];
  expect(titles('the robin', [...OTHERS, irish, robin])[0]).toBe('The robin');
});

test('a word of the same meaning, in either language, is found after the word itself', () => {
  const own: Story = ['Own', 'He sold the horse at the fair.'];
  const irish: Story = ['Irish', 'Dhíol sé an capall ar an aonach.', 'ga'];
  const other: Story = ['None', 'He sold the house.'];
  const found = ranked('horse', [...OTHERS, other, irish, own]).filter(({ score }) => score > 0);
  expect(found.map(({ title }) => title)).toEqual(['Own', 'Irish']);
});

test('a story with a text comes before one with the title alone', () => {
  const told: Story = ['The banshee', 'She was combing her hair.'];
  const untold: Story = ['A banshee', ''];
  expect(titles('banshee', [untold, told, ...OTHERS]).slice(0, 2)).toEqual(['The banshee', 'A banshee']);
});

test.each([
  ["O'Connell", 'Daniel Oconnell'],
  ['oconnell', "Daniel O'Connell"],
  ['mccabe', "Old M'Cabe"],
  ['mac cabe', 'Old McCabe'],
])('a surname is one name, in one piece or in two: %s finds %s', (query, name) => {
  const [first] = ranked(query, [...OTHERS, ['Story', `It was ${name} who told it.`]]);
  expect([first?.title, first?.missing]).toEqual(['Story', []]);
});

test('function words are not needed, unless there are no others', () => {
  const lexicon = { total: 10, records: () => 1, recordsBeginning: () => 1, alike: () => [] };
  const match = (query: string): string => matchOfAll(soughtIn(query, lexicon), false) ?? '';
  expect(match('the robin')).toBe(match('robin'));
  expect(match('fairies in Kerry')).toBe(match('fairies Kerry'));
  expect(match('the')).toContain('"the"');
});
