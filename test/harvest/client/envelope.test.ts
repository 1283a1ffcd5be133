import { expect, test } from 'vitest';
import { listOf, requestedRecordOf } from '../../../src/harvest/client/envelope.js';
import { TransientFault, UnreadableBody } from '../../../src/harvest/client/network-fault.js';

const CORK = { id: 100010 };
const KERRY = { id: 100005 };

test('a bare array (wire-format 3, every archive list; 4, reference lists)', () => {
  expect(listOf([CORK, KERRY])).toEqual({ records: [CORK, KERRY] });
  expect(listOf([])).toEqual({ records: [] });
});

test('{ totalCount, places } (wire-format 4, v0.9)', () => {
  const body = { totalCount: 2, places: [CORK, KERRY], similarNames: [], relatedNames: ['Contae Chorcaí'] };
  expect(listOf(body)).toEqual({ records: [CORK, KERRY], totalCount: 2 });
});

test('{ totalCount, totalPages, currentPage, countPerPage, results } (wire-format 4, v1.0)', () => {
  const body = { totalCount: 1001, totalPages: 2, currentPage: 2, countPerPage: 1000, results: [CORK] };
  expect(listOf(body)).toEqual({ records: [CORK], totalCount: 1001, totalPages: 2, currentPage: 2 });
});

test('PascalCase keys, integers as strings of digits (wire-format 1)', () => {
  const body = { TotalCount: '1', TotalPages: 1, CurrentPage: 1, Results: [CORK] };
  expect(listOf(body)).toEqual({ records: [CORK], totalCount: 1, totalPages: 1, currentPage: 1 });
});

test('one bare object where a list is documented (wire-format 1)', () => {
  expect(listOf(CORK)).toEqual({ records: [CORK] });
  expect(listOf({ LogainmID: 100010 })).toEqual({ records: [{ LogainmID: 100010 }] });
  expect(listOf({ totalCount: 1, places: CORK })).toEqual({ records: [CORK], totalCount: 1 });
});

test('no value, in every spelling of it, is no record (wire-format 1)', () => {
  expect(listOf(null)).toEqual({ records: [] });
  expect(listOf(' ')).toEqual({ records: [] });
  expect(listOf({ totalCount: 0 })).toEqual({ records: [], totalCount: 0 });
  expect(listOf({ totalCount: 0, places: null })).toEqual({ records: [], totalCount: 0 });
});

test.each([
  [{ '@odata.context': 'x', value: [CORK, KERRY] }, '"value"'],
  [{ data: [CORK], links: { next: null } }, '"data"'],
  [{ data: { places: [CORK] } }, '"data"'],
  [{ totalCount: 2, places: [[CORK], [KERRY]] }, 'twice'],
])('%j has records where the specification has none: another attempt would not help', (body, named) => {
  expect(() => listOf(body)).toThrow(UnreadableBody);
  expect(() => listOf(body)).toThrow(named);
});

test.each([{ error: { id: 'r-17', message: 'overloaded' } }, { errors: [{ id: 1, message: 'try again' }] }])(
  '%j is an error in place of data, and may pass (wire-format 1)',
  (body) => {
    expect(() => listOf(body)).toThrow(TransientFault);
    expect(() => requestedRecordOf(body)).toThrow(TransientFault);
  },
);

test('a record in an envelope is named', () => {
  expect(() => requestedRecordOf({ data: { id: 1, names: [] } })).toThrow(UnreadableBody);
});

test.each([
  [42, 'a number'],
  ['maintenance', 'a string'],
  [{}, 'an object of nothing'],
  [{ title: 'Error', status: 500 }, 'an object of title, status'],
  [{ totalCount: 3 }, 'an object of totalCount'],
  [{ results: 7 }, 'a number'],
])('%j is no list', (body, named) => {
  expect(() => listOf(body)).toThrow(TransientFault);
  expect(() => listOf(body)).toThrow(named);
});
