import { FORMAT_NAMES, type Format } from './format.js';
import { openJsonld } from './jsonld.js';
import type { Described, Destination, Dump, OpenSink, Sink, SinkLanguage } from './sink.js';
import { type LinedFormat, openSorted } from './sorted.js';
import { openTurtle } from './turtle.js';

/** What writes each format. Those of sorted lines share one sort. */
const OPENERS: Readonly<Record<Exclude<Format, LinedFormat>, OpenSink>> = {
  ttl: openTurtle,
  jsonld: openJsonld,
};

/** One sink for all the formats that a dataset is wanted in; its dumps come in the order of the table of formats. */
export async function openDumps(
  formats: readonly Format[],
  to: Destination,
  language: SinkLanguage,
): Promise<Sink> {
  const lined = formats.filter(isLined);
  const openers = formats.filter((format) => !isLined(format)).map((format) => OPENERS[format]);
  if (lined.length > 0) openers.push(openSorted(...lined));
  const sinks: Sink[] = [];
  for (const open of openers) sinks.push(await open(to, language));
  return new Dumps(sinks);
}

const isLined = (format: Format): format is LinedFormat => format === 'nt' || format === 'nq';

class Dumps implements Sink {
  readonly #sinks: readonly Sink[];

  constructor(sinks: readonly Sink[]) {
    this.#sinks = sinks;
  }

  async write(described: Described): Promise<void> {
    for (const sink of this.#sinks) await sink.write(described);
  }

  async close(): Promise<readonly Dump[]> {
    const dumps: Dump[] = [];
    for (const sink of this.#sinks) dumps.push(...(await sink.close()));
    return dumps.sort((a, b) => FORMAT_NAMES.indexOf(a.format) - FORMAT_NAMES.indexOf(b.format));
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#sinks.map((sink) => sink.abandon()));
  }
}
