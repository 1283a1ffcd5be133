/** How a store is to know us. It comes from the environment or a file, never from the command line. */
export type Credentials =
  | { readonly kind: 'none' }
  /** Sent as the store asks for it: Digest (RFC 7616), else Basic (RFC 7617). */
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** RFC 6750. */
  | { readonly kind: 'token'; readonly token: string };

/** For stores that anybody may write to. */
export const NO_CREDENTIALS: Credentials = { kind: 'none' };

/** Everything of credentials that must never be shown, in every form in which it is sent. */
export function secretsOf(credentials: Credentials): readonly string[] {
  switch (credentials.kind) {
    case 'none':
      return [];
    case 'token':
      return [credentials.token];
    case 'password':
      return [credentials.password, basicPair(credentials.user, credentials.password)];
  }
}

/** User and password as Basic sends them (RFC 7617, section 2). */
export const basicPair = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
