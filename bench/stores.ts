import { percent, ratio, seconds, whole } from './figures.js';
import type { SpeedBench } from './results.js';
import { waysInBulk } from './stores/in-bulk.js';
import { type Months, twoMonths } from './stores/months.js';
import { waysOverHttp } from './stores/over-http.js';
import { type Disturbed, type Trial, tryWay, type Verdict } from './stores/trial.js';
import type { Missing, Way } from './stores/way.js';
import type { Row } from './table.js';

/** A little more than a million triples. */
const SCALE = '0.03';

/** Stores that people run, and that neither npm nor Debian has. */
const NOWHERE = "Oxigraph's own server, Fuseki, GraphDB and QLever";

/**
 * `npm run bench -- stores [scale]`: a release into every store that is here, by every way; the next month in its place;
 * and what is left of a load that is killed. It ends with 1 when a store does not hold in the end what it should.
 */
export const benchStores: SpeedBench = async (room, scale = SCALE) => {
  const { worlds, log } = room;
  const months = await twoMonths(room, scale);
  const all = [...(await waysOverHttp()), ...(await waysInBulk(months.folder))];
  const trials: Trial[] = [];
  for (const way of all.filter(isHere)) {
    const report = (what: string) => log(`${way.store}, ${way.protocol}: ${what}`);
    const trial = await tryWay(way, months, (name) => worlds.path(name), report);
    trials.push(trial);
    // What comes after it may fail, and all of it takes minutes.
    log(Object.values(rowOf(trial, months)).join(' | '));
  }
  const missing = all.filter((one): one is Missing => !isHere(one));
  if (trials.flatMap(verdictsOf).some(({ isWhole }) => !isWhole)) process.exitCode = 1;
  const rows = trials.map((trial) => rowOf(trial, months));
  return [{ mark: 'stores', caption: captionOf(scale, months, missing), rows }];
};

const isHere = (one: Way | Missing): one is Way => 'open' in one;

const verdictsOf = ({ verdict, next, disturbed }: Trial): Verdict[] => [
  verdict,
  next.verdict,
  disturbed.verdict,
];

function rowOf({ way, load, verdict, next, disturbed }: Trial, { triples }: Months): Row {
  return {
    store: way.store,
    way: way.protocol,
    'load, s': seconds(load),
    'triples/s': whole(triples / load),
    'verify, s': cellOf(verdict),
    'next month, s': seconds(next.seconds),
    'verify then, s': cellOf(next.verdict),
    'killed at': killsOf(disturbed),
    'then to the end, s': seconds(disturbed.seconds),
    'sent in all': disturbed.sent === undefined ? 'begins anew' : ratio(disturbed.sent, 1),
    'verify at last, s': cellOf(disturbed.verdict),
  };
}

const cellOf = ({ seconds: time, outcome }: Verdict): string => `${seconds(time)}: ${outcome}`;

const killsOf = ({ kills }: Disturbed): string =>
  kills
    .map(
      ({ victim, share }) =>
        `${share === undefined ? 'too late' : percent(share)}${victim === 'the loader and the store' ? ' with the store' : ''}`,
    )
    .join(', ');

function captionOf(
  scale: string,
  { triples, records, changed }: Months,
  missing: readonly Missing[],
): string {
  return [
    `A release of ${whole(triples)} triples (generated world of scale ${scale}), N-Triples packed by gzip; in the next`,
    `month ${whole(changed)} of its ${whole(records)} records differ.`,
    ...missing.map(({ store, why }) => `${store} was not tried: ${why}.`),
    `${NOWHERE} were not tried: neither npm nor Debian 12 has them.`,
  ].join(' ');
}
