import type { Answer } from '../exchange.js';
import type { Content } from '../represent.js';

/** Bytes promised beyond those sent. */
const MORE = 16;

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head><title>Down for maintenance</title></head>
<body><h1>We will be back soon</h1></body>
</html>
`;

/** JSON that ends in the middle; never whole JSON by chance, as it lacks its last bracket. */
export function halved({ type, bytes }: Content): Content {
  return { type, bytes: bytes.subarray(0, Math.floor(bytes.length / 2)) };
}

/** What a proxy shows in place of a service that is down (wire-format 1: a 200 may hold HTML). */
export function htmlPage(): Content {
  return { type: 'text/html; charset=utf-8', bytes: Buffer.from(PAGE) };
}

/** The connection ends with the answer, or the client would wait for the rest. */
export function promisingMore(answer: Answer): Answer {
  const promised = answer.body.length + MORE;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-length': String(promised), connection: 'close' },
  };
}
