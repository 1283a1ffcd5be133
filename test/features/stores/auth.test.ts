import { describe, expect, test } from 'vitest';
import { bestDigestChallenge, digestHeader, parseChallenges } from '../../../src/features/stores/auth.js';

/** RFC 7616, section 3.9.1: challenge and response in both algorithms. */
const ASKED = [
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
] as const;
const REQUEST = {
  method: 'GET',
  uri: '/dir/index.html',
  user: 'Mufasa',
  password: 'Circle of Life',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
} as const;

const fieldsOf = (header: string): Record<string, string | undefined> => {
  const [challenge] = parseChallenges(header);
  return Object.fromEntries(challenge?.parameters ?? []);
};

function answered(header: string | readonly string[], request: Parameters<typeof digestHeader>[1]): string {
  const challenge = bestDigestChallenge(parseChallenges(header));
  if (challenge === undefined) throw new Error('no challenge that can be answered');
  return digestHeader(challenge, request);
}

describe('Digest', () => {
  test.each([
    ['SHA-256', ASKED[0], '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ['MD5', ASKED[1], '8ca523f5e9506fed4657c9700eebdbec'],
  ])('answers as RFC 7616, 3.9.1 does with %s', (algorithm, asked, response) => {
    expect(fieldsOf(answered(asked, REQUEST))).toEqual({
      username: 'Mufasa',
      realm: 'http-auth@example.org',
      uri: '/dir/index.html',
      algorithm,
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      nc: '00000001',
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
      qop: 'auth',
      response,
      opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
    });
  });

  test('equals RFC 2617, 3.5 without an algorithm', () => {
    const asked =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const header = answered(asked, { ...REQUEST, password: 'Circle Of Life', cnonce: '0a4f113b' });
    expect(fieldsOf(header)).toMatchObject({ response: '6629fae49393a05397450978507c4ef1' });
    expect(header).not.toContain('algorithm');
  });

  test('prefers SHA-256 in any order (RFC 7616, 3.7)', () => {
    expect(bestDigestChallenge(parseChallenges(ASKED))?.algorithm).toBe('SHA-256');
    expect(bestDigestChallenge(parseChallenges([...ASKED].reverse()))?.algorithm).toBe('SHA-256');
    expect(bestDigestChallenge(parseChallenges([ASKED[1], ASKED[0]].join(', ')))?.algorithm).toBe('SHA-256');
  });

  test.each([
    ['an unsupported algorithm', 'Digest realm="a", nonce="b", qop="auth", algorithm=SHA-512-256'],
    ['the whole body in the hash', 'Digest realm="a", nonce="b", qop="auth-int"'],
    ['no nonce', 'Digest realm="a", qop="auth"'],
    ['Basic', 'Basic realm="a"'],
    ['nothing', ''],
  ])('does not answer who asks for %s', (_, asked) => {
    expect(bestDigestChallenge(parseChallenges(asked))).toBeUndefined();
  });

  test('counts the uses of a nonce in eight hexadecimal digits (RFC 7616, 3.4)', () => {
    expect(answered(ASKED[1], { ...REQUEST, count: 171 })).toMatch(/, nc=000000ab$/);
  });

  test('quotes texts as in RFC 9110, 5.6.4', () => {
    expect(answered(ASKED[1], { ...REQUEST, user: 'a"b\\c' })).toContain('username="a\\"b\\\\c"');
  });
});

describe('a header WWW-Authenticate', () => {
  test('with several challenges is parsed as in RFC 9110, 11.6.1', () => {
    const header = 'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""';
    expect(parseChallenges(header)).toEqual([
      { scheme: 'basic', parameters: new Map([['realm', 'simple']]) },
      {
        scheme: 'newauth',
        parameters: new Map([
          ['realm', 'apps'],
          ['type', '1'],
          ['title', 'Login to "apps"'],
        ]),
      },
    ]);
  });

  test.each([
    ['a scheme alone', 'Negotiate', [['negotiate', []]]],
    [
      'two schemes alone',
      'Negotiate, Basic',
      [
        ['negotiate', []],
        ['basic', []],
      ],
    ],
    [
      'blanks around the sign',
      'Basic realm = "a" , charset= "UTF-8"',
      [
        [
          'basic',
          [
            ['realm', 'a'],
            ['charset', 'UTF-8'],
          ],
        ],
      ],
    ],
    ['an unreadable rest', 'Basic realm="a', [['basic', []]]],
    ['no header', undefined, []],
  ] as const)('that holds %s is read as far as it goes', (_, header, expected) => {
    expect(parseChallenges(header).map(({ scheme, parameters }) => [scheme, [...parameters]])).toEqual(
      expected,
    );
  });
});
