import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { manuscriptVolume } from '../../../src/model/schema/archive/volume.js';
import { byId } from '../../../src/services/server/records.js';
import { startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { smallWorld } from './small-world.js';

const headers = { 'X-Api-Key': 'sample-key-public-hazel' };

describe('startServices', () => {
  it('uses free loopback ports and the sample keys by default', async () => {
    const running = await startServices({ world: smallWorld });
    expect(running.archive).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(running.placenames).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(running.placenames).not.toBe(running.archive);
    expect(running.keys).toEqual({
      public: 'sample-key-public-hazel',
      archive: 'sample-key-archive-rowan',
      internal: 'sample-key-internal-blackthorn',
    });
    await running.close();
    await expect(fetch(`${running.archive}/api`)).rejects.toThrow();
    await expect(fetch(`${running.placenames}/api`)).rejects.toThrow();
  });

  it('a port in use: PORT_UNUSABLE with a hint, exit code 2, and nothing left running', async () => {
    const first = await startServices({ world: smallWorld });
    const taken = Number(new URL(first.placenames).port);
    const free = await startServices({ world: smallWorld });
    const port = Number(new URL(free.archive).port);
    await free.close();
    await expect(
      startServices({ world: smallWorld, ports: { archive: port, placenames: taken } }),
    ).rejects.toMatchObject({
      code: 'PORT_UNUSABLE',
      exitCode: 2,
      message: expect.stringContaining(String(taken)),
      hint: expect.stringContaining('port'),
    });
    const again = await startServices({ world: smallWorld, ports: { archive: port, placenames: 0 } });
    await again.close();
    await first.close();
  });

  it.each([
    { public: 'same', archive: 'same', internal: 'other' },
    { public: '', archive: 'a', internal: 'i' },
  ])('keys that would give one consumer another’s rights are refused: %o', async (keys) => {
    await expect(startServices({ world: smallWorld, keys })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
  });

  it('an error of the service itself is a 500 without details, and is reported', async () => {
    const faults: unknown[] = [];
    const broken: World = {
      ...smallWorld,
      archive: {
        ...smallWorld.archive,
        occupations: [
          {
            id: 'X',
            toJSON: () => {
              throw new Error('inner matter');
            },
          } as never,
        ],
      },
    };
    const running = await startServices({ world: broken, onServerError: (fault) => faults.push(fault) });
    const reply = await fetch(`${running.archive}/api/v0.6/cbed/occupations`, { headers });
    expect(reply.status).toBe(500);
    expect(await reply.text()).not.toContain('inner matter');
    expect(faults).toEqual([new Error('inner matter')]);
    expect((await fetch(`${running.archive}/api/v0.6/cbed`, { headers })).status).toBe(200);
    await running.close();
  });
});

describe('close', () => {
  it('lets a running request finish', async () => {
    const number = 'seanscéal '.repeat(3_000_000);
    const volume = manuscriptVolume.parse({ id: 1, status: 4, volumeNumber: number, pages: [], parts: [] });
    const world = { ...smallWorld, archive: { ...smallWorld.archive, cbe: byId([volume]) } };
    const running = await startServices({ world });
    const socket = connect(Number(new URL(running.archive).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    const ended = new Promise((resolve) => socket.once('close', resolve));
    // The client reads a little and then takes its time, so that most of the body is still to be sent.
    await new Promise<void>((resolve) => {
      socket.once('data', (chunk) => {
        socket.pause();
        chunks.push(chunk);
        resolve();
      });
      socket.write(
        'GET /api/v0.6/cbe?VolumeID=1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: sample-key-public-hazel\r\n\r\n',
      );
    });
    let closed = false;
    const closing = running.close().then(() => {
      closed = true;
    });
    await wait(200);
    expect(closed).toBe(false);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.resume();
    await closing;
    await ended;
    const [, body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    expect(body === JSON.stringify([{ id: 1, volumeNumber: number, pages: [], parts: [] }])).toBe(true);
  });
});
