import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResultFormat } from '../../../src/features/query/engine.js';
import { PIECE } from '../../../src/features/query/process-of-engine.js';
import { type RemoteEngine, remoteEngine } from '../../../src/features/query/remote-engine.js';
import { answerSparql } from '../../../src/features/query/sparql-protocol.js';
import { NO_PROXIES } from '../../../src/harvest/client/proxies.js';
import { ScriptedService } from '../../harvest/client/scripted-service.js';

/** Answers of a SPARQL server, whole and in pieces. What is rewritten of an answer is so wherever the answer is cut. */

const QUERY = 'SELECT * { ?s ?p ?o }';
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  tsv: 'text/tab-separated-values',
};

let answer: (response: ServerResponse) => void;
let service: ScriptedService;
let engine: RemoteEngine;
beforeEach(async () => {
  service = await new ScriptedService((_, response) => answer(response)).start();
  engine = open();
});
afterEach(async () => {
  await engine.close();
  await service.stop();
});

const open = (timeoutMs = 5000): RemoteEngine =>
  remoteEngine(`${service.url}/sparql`, { timeoutMs, maxResult: 1 << 20 }, NO_PROXIES);

/** Sends a text in pieces of so many bytes, each a write of its own. */
const inPieces = (text: string, size: number) => async (response: ServerResponse) => {
  const bytes = Buffer.from(text);
  response.writeHead(200);
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    await new Promise(setImmediate);
  }
  response.end();
};

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('an answer in pieces', () => {
  test.each<[what: string, format: ResultFormat, sent: string, expected: string]>([
    // RFC 4180; a cell is no formula of a spreadsheet (docs/decisions/2026-11-24-formula-cells.md).
    [
      'CSV with quotes, line ends and formulas in cells',
      'csv',
      '"a","b"\n"=1+1","say ""yes"",\ntwice"\n"","é"\n',
      'a,b\r\n\'=1+1,"say ""yes"",\ntwice"\r\n,é\r\n',
    ],
    // SPARQL 1.1 Query Results JSON Format, section 3.2.2: a literal with a datatype is of the type "literal".
    [
      'JSON of Virtuoso',
      'json',
      '{"results":{"bindings":[{"n":{ "type": "typed-literal", "value": "}1" }}]}}',
      '{"results":{"bindings":[{"n":{ "type": "literal", "value": "}1" }}]}}',
    ],
    // XML 1.0, section 2.2: U+0001 is no character of XML.
    [
      'XML with a reference that XML cannot have',
      'xml',
      '<a>x&#x1;y > z&amp;</a>',
      '<a>x\ufffdy > z&amp;</a>',
    ],
    ['TSV as it is', 'tsv', '?a\n"=1"\n', '?a\n"=1"\n'],
  ])('%s', async (_, format, sent, expected) => {
    for (const size of [1, 2, 3, 7, sent.length * 2]) {
      answer = inPieces(sent, size);
      expect(await joined(await engine.stream(QUERY, format)), `pieces of ${size}`).toBe(expected);
      answer = inPieces(sent, size);
      expect(await engine.query(QUERY, format)).toBe(expected);
    }
  });

  test('one that breaks off is an error, not an end', async () => {
    answer = (response) => {
      response.writeHead(200);
      response.write('?a\n"1"\n');
      setTimeout(() => response.destroy(), 50);
    };
    await expect(joined(await engine.stream(QUERY, 'tsv'))).rejects.toMatchObject({ status: 503 });
    await expect(engine.query(QUERY, 'tsv')).rejects.toMatchObject({ status: 503 });
  });

  test('one that does not begin in time is late; one that has begun may take its time', async () => {
    const impatient = open(300);
    answer = () => {};
    await expect(impatient.stream(QUERY, 'tsv')).rejects.toMatchObject({ status: 504 });
    answer = async (response) => {
      response.writeHead(200);
      response.write('?a\n');
      await sleep(600);
      response.end('"1"\n');
    };
    expect(await joined(await impatient.stream(QUERY, 'tsv'))).toBe('?a\n"1"\n');
    await expect(impatient.query(QUERY, 'tsv')).rejects.toMatchObject({ status: 504 });
    await impatient.close();
  });

  test('an error of the server has its words, and no more than the beginning of them', async () => {
    answer = (response) => {
      response.writeHead(400).end(`Undeclared prefix. ${'x'.repeat(10_000)}`);
    };
    const failure = await engine.stream(QUERY, 'tsv').catch((thrown: Error) => thrown);
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('Undeclared prefix.') });
    expect((failure as Error).message.length).toBeLessThan(1000);
  });
});

describe('the endpoint of the pages', () => {
  type Send = Parameters<typeof answerSparql>[2];
  const ask = (send: Send, method = 'GET') =>
    answerSparql(
      new Request(`http://x/sparql?query=${encodeURIComponent(QUERY)}`, {
        method,
        headers: { accept: TYPES.tsv as string },
      }),
      async () => engine,
      send,
    );
  const sent: string[] = [];
  const response: Send = (body, headers) => {
    sent.push(typeof body);
    const pieces = ReadableStream.from(typeof body === 'string' ? [body] : body);
    return new Response(pieces.pipeThrough(new TextEncoderStream()) as never, { headers });
  };
  const longer = `?a\n${'"1234567"\n'.repeat(PIECE / 5)}`;

  test('sends a short answer whole, and a longer one than the engine of this package may have in pieces', async () => {
    answer = inPieces('?a\n"1"\n', 100);
    expect(await (await ask(response)).text()).toBe('?a\n"1"\n');
    answer = inPieces(longer, 1 << 16);
    expect(await (await ask(response)).text()).toBe(longer);
    expect(sent).toEqual(['string', 'object']);
  });

  test.each([
    ['that is not sent, because too many are', () => ask(() => new Response('busy', { status: 503 }))],
    ['to HEAD', () => ask(response, 'HEAD')],
  ])('ends a long answer %s: the server is not left with the rest', async (_, asked) => {
    let hasEnded = (): void => {};
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    answer = (response) => {
      response.once('close', hasEnded);
      response.writeHead(200);
      response.write(longer);
    };
    await asked();
    await ended;
  });
});
