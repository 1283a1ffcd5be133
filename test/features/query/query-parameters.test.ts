import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withAssignments } from '../../../src/features/query/query-parameters.js';

const BASE = 'https://data.example.org/folklore/';
const FILE = new URL('../../../queries/q01-county-and-years.rq', import.meta.url);
const question = { number: 'q01', title: '', query: await readFile(FILE, 'utf8') };

const statements = (query: string): string =>
  query
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n');

test('a county takes the place of the county everywhere', () => {
  const before = statements(question.query).split('place/100013').length;
  const query = statements(withAssignments(question, ['county=place/100007'], BASE));
  expect(before).toBeGreaterThan(2);
  expect(query).not.toContain('place/100013');
  expect(query.split(`<${BASE}place/100007>`)).toHaveLength(before);
});

test('a county is named by path, by prefixed name and by IRI', () => {
  const [one, ...others] = ['place/100007', 'place:100007', `${BASE}place/100007`].map((county) =>
    withAssignments(question, [`county=${county}`], BASE),
  );
  expect(others).toEqual([one, one]);
});

test('years are numbers; an empty value is any', () => {
  const query = statements(withAssignments(question, ['fromYear=1901', 'toYear='], BASE));
  expect(query).toContain('?latest + ?slack >= 1901');
  expect(query).not.toContain('?earliest - ?slack <=');
});

test('a person takes the place of the person, by path and by prefixed name', async () => {
  const text = await readFile(new URL('q02-person-by-role.rq', FILE), 'utf8');
  const [one, other] = ['cbed/person/7', 'person:7'].map((person) =>
    withAssignments({ number: 'q02', title: '', query: text }, [`person=${person}`], BASE),
  );
  expect(one).toContain(`?work ?property <${BASE}cbed/person/7> .`);
  expect(one).not.toContain('4101');
  expect(other).toBe(one);
});

test('the same twice is the same', () => {
  const once = withAssignments(question, ['county=place/100007'], BASE);
  expect(withAssignments({ ...question, query: once }, ['county=place/100007'], BASE)).toBe(once);
});

test.each([
  ['a name that the question does not have', 'parish=place/1', /no parameter parish/],
  ['a year of three digits', 'fromYear=193', /fromYear=193 is no value/],
  ['a name of a place', 'county=Cork', /county=Cork is no value/],
  ['a text that would end the IRI', 'county=place/1> . ?s ?p ?o . <x', /is no value/],
  ['a year with a text behind it', 'fromYear=1930) || (true', /is no value/],
])('%s is refused', (_, assignment, message) => {
  expect(() => withAssignments(question, [assignment], BASE)).toThrow(message);
});

test('a question without parameters says so', () => {
  expect(() => withAssignments({ ...question, number: 'q03' }, ['county=place/1'], BASE)).toThrow(
    /q03 has no parameter/,
  );
});
