/**
 * Reads event streams to their ends with `ldes-client`, and prints their members as JSON. Without an argument it only loads
 * the client.
 */
import { intoConfig, replicateLDES } from 'ldes-client';
import { Writer } from 'n3';

const {
  urls = [],
  order = 'none',
  state,
  lastVersionOnly = false,
  ...more
} = JSON.parse(process.argv[2] ?? '{}');
const streams = [];
for (const [at, url] of urls.entries()) {
  const client = replicateLDES(
    intoConfig({
      url,
      lastVersionOnly,
      ...more,
      // A stream is given up at once where a server would be asked again and again.
      fetch,
      ...(state === undefined ? {} : { statePath: `${state}/${at}` }),
    }),
    order,
  );
  const reader = client.stream({ highWaterMark: 100 }).getReader();
  const members = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    members.push({
      id: value.id.value,
      quads: new Writer({ format: 'N-Quads' }).quadsToString(value.quads),
    });
  }
  streams.push(members);
}
process.stdout.write(JSON.stringify(streams), () => process.exit(0));
