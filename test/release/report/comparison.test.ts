import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FindingGroups } from '../../../src/release/report/digest.js';
import { compare, reportOf } from '../../../src/release/report/validation-json.js';
import { scratch } from '../../support/files.js';
import { MISSING, SHAPES, told, written } from './tellings.js';

const groupsOf = (...findings: readonly ReturnType<typeof told>[]) => {
  const digest = new FindingGroups();
  for (const one of findings) digest.add(one);
  return digest.groups();
};
const gone = told({ shape: `${SHAPES}Gone` });
const fresh = told({ shape: `${SHAPES}New` });
const { severity, shape, path, constraint } = MISSING;
const CAUSE = { severity, shape, path, constraint };

describe('two reports', () => {
  it('differ by causes that are new, gone, more or fewer; those that are gone come last', () => {
    expect(compare(groupsOf(gone, told()), groupsOf(told(), told(), fresh))).toEqual([
      { ...CAUSE, before: 1, now: 2 },
      { ...CAUSE, shape: `${SHAPES}New`, before: 0, now: 1 },
      { ...CAUSE, shape: `${SHAPES}Gone`, before: 1, now: 0 },
    ]);
  });

  it('do not differ when only messages are worded anew, into more groups or fewer', () => {
    const before = groupsOf(told(), told({ message: 'One.' }));
    expect(compare(before, groupsOf(told({ message: 'Two.' }), told({ message: 'Two.' })))).toEqual([]);
  });

  it('of the same findings in another order do not differ', () => {
    expect(compare(groupsOf(told(), gone, fresh), groupsOf(fresh, told(), gone))).toEqual([]);
  });
});

describe('the report of an earlier release', () => {
  const release = async (text: string): Promise<string> => {
    const folder = await scratch();
    await mkdir(join(folder, 'report'));
    await writeFile(join(folder, 'report', 'validation.json'), text);
    return folder;
  };

  it('is read as it was written', async () => {
    const { report, text } = await written([told()]);
    expect(await reportOf(await release(text('validation.json')))).toEqual(report);
  });

  it.each([
    ['no JSON', '{'],
    ['something else', '[]'],
    ['nothing', 'null'],
    ['of a version to come', '{"format":"folklore-ld-validation","version":2,"groups":[],"counts":{}}'],
    ['without counts', '{"format":"folklore-ld-validation","version":1,"groups":[]}'],
    [
      'of groups that are none',
      '{"format":"folklore-ld-validation","version":1,"groups":[null],"counts":{}}',
    ],
  ])('that is %s counts as none', async (_, text) => {
    expect(await reportOf(await release(text))).toBeUndefined();
  });

  it('that is not there counts as none', async () => {
    expect(await reportOf(await scratch())).toBeUndefined();
  });
});
