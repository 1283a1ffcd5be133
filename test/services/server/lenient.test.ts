import { describe, expect, it } from 'vitest';
import { ids, messages, placeIDs, serving } from './ask.js';

const { archive, places } = serving(undefined, { lenient: true });

const ignored = (reply: { readonly headers: Headers }) => reply.headers.get('x-ignored-parameters');

describe('wire-format 2: serve --lenient ignores unknown parameters and names them', () => {
  it('the answer is the one without them', async () => {
    const reply = await archive('/api/v0.6/cbed?Wibble=1&Gender=f&wobble&x=2&=3');
    expect(reply.status).toBe(200);
    expect(ids(reply)).toEqual([502]);
    expect(ignored(reply)).toBe('Wibble, wobble, x, (nameless)');
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Ignored-Parameters');
  });

  it('on every kind of path', async () => {
    for (const path of ['/api', '/api/v0.6', '/api/v0.6/counties', '/api/v0.6/cbed/501', '/openapi.json']) {
      const reply = await archive(`${path}?x=1`);
      expect([reply.status, ignored(reply)], path).toEqual([200, 'x']);
    }
    const list = await places('/api/v0.9/?x=1&PlaceID=100005&y=2');
    expect(placeIDs(list)).toEqual([100005, 9000205]);
    expect(ignored(list)).toBe('x, y');
  });
});

describe('everything else stays as it is (wire-format 2)', () => {
  it('a misspelt required filter is missing, and is in the header', async () => {
    const reply = await archive('/api/v0.6/cbeg?CuontyID=100015');
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual([
      'a filter is required: at least one of CountyID, PlaceID, Country, GazetteerID, PhotographerID, RelevantPersonID, PersonID',
    ]);
    expect(ignored(reply)).toBe('CuontyID');
  });

  it.each([
    ['/api/v0.6/cbed?x=1&Gender=m', 400],
    ['/api/v0.6/cbed?x=1&Gender=b&Gender=f', 400],
    ['/api/v0.6/cbe?x=1&VolumeID=1&Status=4', 403],
    ['/api/v0.6/cbed/999?x=1', 404],
    ['/api/v0.6/cbed?x=%zz', 400],
  ])('%s: %i', async (path, status) => {
    expect((await archive(path)).status).toBe(status);
  });
});

describe('the header is safe', () => {
  it('never contains a key, in whatever form it was sent', async () => {
    for (const pair of [
      'sample-key-archive-rowan=1',
      'sample-key-archive-rowan',
      'xsample-key-archive-rowanx=1',
      'x=sample-key-archive-rowan',
      's%61mple-key-archive-rowan=1',
      `${'a'.repeat(50)}sample-key-archive-rowan=1`,
    ]) {
      const reply = await archive(`/api/v0.6/cbed?${pair}`);
      expect(reply.status).toBe(200);
      expect(ignored(reply)).toBeTruthy();
      expect(ignored(reply)).not.toContain('rowan');
      expect(ignored(reply)).not.toContain('sample-key');
    }
  });

  it('is ASCII without separators of its own, and short', async () => {
    expect(ignored(await archive('/api/v0.6/cbed?Bóthar,%20fada=1'))).toBe('B%C3%B3thar%2C%20fada');
    const many = Array.from({ length: 900 }, (_, place) => `parameter${place}=1`).join('&');
    const reply = ignored(await archive(`/api/v0.6/cbed?${many.slice(0, 7_000)}`)) ?? '';
    expect(reply.split(', ')).toHaveLength(40);
    const long = ignored(await archive(`/api/v0.6/cbed?${'ó'.repeat(1_000)}=1`)) ?? '';
    expect(long).toBe(`${'%C3%B3'.repeat(60)}...`);
  });
});
