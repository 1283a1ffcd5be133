import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Delivery } from '../exchange.js';

/** How often a portion of a slow body is sent, milliseconds. */
const BEAT = 50;

/** Sends an answer late, slowly or not to its end. A client that leaves is no fault. */
export async function deliver(response: ServerResponse, answer: Answer, delivery: Delivery): Promise<void> {
  const { delay = 0, bytesPerSecond, cut } = delivery;
  if (delay > 0) await pause(delay * 1000);
  if (response.destroyed) return;
  if (cut === 'before') {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  for (const portion of portions(answer.body.subarray(0, cut), bytesPerSecond)) {
    if (response.destroyed) return;
    response.write(portion);
    if (bytesPerSecond !== undefined) await pause(BEAT);
  }
  if (cut === undefined) response.end();
  else response.socket?.destroySoon();
}

/** Nothing is kept running for the sake of what is not sent yet. */
async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false });
}

function portions(body: Buffer, bytesPerSecond: number | undefined): Buffer[] {
  const length = bytesPerSecond === undefined ? body.length : Math.ceil((bytesPerSecond * BEAT) / 1000);
  const starts = Array.from(
    { length: Math.ceil(body.length / Math.max(1, length)) },
    (_, place) => place * length,
  );
  return starts.map((start) => body.subarray(start, start + length));
}
