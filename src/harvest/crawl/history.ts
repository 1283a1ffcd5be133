import { type GenderSetting, isGenderSetting } from '../../model/mapping/gender.js';
import type { Kind } from '../../model/records/record.js';
import type { StoredHarvest } from '../store/stored-harvest.js';

/** A record that an earlier harvest found: its service no longer has it, or no longer sends it to the public. */
export interface Withdrawn {
  readonly kind: Kind;
  readonly id: number | string;
  /** The day of the harvest that found it missing, `YYYY-MM-DD`. */
  readonly noticed: string;
}

/** Data about earlier harvests: the only part of a store that does not depend on its answers alone. */
export interface History {
  /** The hash of services and key; answers of other services or to another key are not comparable. */
  readonly source: string;
  /** The day of the harvest, `YYYY-MM-DD`; absent in old stores. */
  readonly harvested?: string;
  /** The day on which everything was requested for the last time, `YYYY-MM-DD`; absent in old stores. */
  readonly swept?: string | undefined;
  /** The configured scheme of the gender codes; absent in old stores. */
  readonly gender?: GenderSetting;
  /** Whether the harvest is a trial, which has part of the records; absent: it is not. */
  readonly isTrial?: boolean;
  /** The number of harvests since the last sweep. */
  readonly sinceSweep: number;
  readonly withdrawn: readonly Withdrawn[];
}

const FORMAT = 'folklore-ld-history';
/** The extent of a harvest that has part of the records. */
const TRIAL = 'trial';
const DAY = /^\d{4}-\d\d-\d\d$/;
const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);
const NONE: History = { source: '', sinceSweep: 0, withdrawn: [] };

/** Reads the history of a store; a new one when it is missing or unreadable. */
export async function readHistory(store: StoredHarvest | undefined): Promise<History> {
  const text = await store?.document('history.json');
  if (text === undefined) return NONE;
  try {
    const fields: Record<string, unknown> = { ...JSON.parse(text) };
    const { format, source, harvested, swept, gender, extent, sinceSweep, withdrawn } = fields;
    if (format !== FORMAT || typeof source !== 'string' || !Array.isArray(withdrawn)) return NONE;
    return {
      source,
      ...(isDay(harvested) ? { harvested } : {}),
      ...(isDay(swept) ? { swept } : {}),
      ...(isGenderSetting(gender) && { gender }),
      ...(extent === TRIAL && { isTrial: true }),
      sinceSweep: typeof sinceSweep === 'number' ? sinceSweep : 0,
      withdrawn: withdrawn.filter(isWithdrawn),
    };
  } catch {
    return NONE;
  }
}

/** The history as text: one line for each record withdrawn. */
export function writeHistory(history: History): string {
  const { source, harvested, swept, gender, isTrial, sinceSweep, withdrawn } = history;
  const extent = isTrial === true ? TRIAL : undefined;
  const lines = withdrawn.map((one) => `\n    ${JSON.stringify(one)}`);
  const words = Object.entries({ harvested, swept, gender, extent })
    .map(([name, word]) => (word === undefined ? '' : `  "${name}": "${word}",\n`))
    .join('');
  const end = lines.length === 0 ? ']' : '\n  ]';
  return `{\n  "format": "${FORMAT}",\n  "version": 1,\n  "source": "${source}",\n${words}  "sinceSweep": ${sinceSweep},\n  "withdrawn": [${lines.join(',')}${end}\n}\n`;
}

function isWithdrawn(value: unknown): value is Withdrawn {
  const { kind, id, noticed }: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) };
  return (
    typeof kind === 'string' &&
    (typeof id === 'number' || typeof id === 'string') &&
    typeof noticed === 'string'
  );
}
