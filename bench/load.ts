import { Pool } from 'undici';

/** How one round of asking went. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly megabytesPerSecond: number;
}

/** Requests under way at once: enough to keep one server process busy from another one. */
const CONNECTIONS = 4;

/**
 * Asks the targets again and again, in turn, for so long.
 *
 * @param seconds how long to ask
 * @returns rates over the time it took; bytes are those of the bodies as sent
 */
export async function askFor(
  seconds: number,
  origin: string,
  targets: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Round> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let requests = 0;
  let bytes = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const path = targets[requests++ % targets.length] ?? '/';
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${statusCode}`);
      for await (const chunk of body) bytes += (chunk as Buffer).length;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const took = (performance.now() - begin) / 1000;
  await pool.close();
  return { requestsPerSecond: requests / took, megabytesPerSecond: bytes / 1e6 / took };
}
