import type { Kind } from '../records/record.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';

/** A record that was found once and is no more: gone from its service, or no longer for the public. */
export interface Withdrawn {
  readonly kind: Kind;
  readonly id: number | string;
  /** The day of the harvest that noticed, `YYYY-MM-DD`. */
  readonly noticed: string;
}

/** What harvests remember of earlier ones: the only thing in a store that does not follow from its answers. */
export interface History {
  /** Whom was asked, hashed: answers of another service, or to another key, say nothing about this one's. */
  readonly source: string;
  /** The day of the harvest, `YYYY-MM-DD`; absent in stores that were made before it was written down. */
  readonly harvested?: string;
  /** Harvests since one that saw whatever was gone: 0, that one was the last. */
  readonly sinceSweep: number;
  readonly withdrawn: readonly Withdrawn[];
}

const FORMAT = 'folklore-ld-history';
const DAY = /^\d{4}-\d\d-\d\d$/;
const NONE: History = { source: '', sinceSweep: 0, withdrawn: [] };

/** Reads the history of a store; without one, or with an unreadable one, a new one is begun. */
export async function readHistory(store: StoredHarvest | undefined): Promise<History> {
  const text = await store?.document('history.json');
  if (text === undefined) return NONE;
  try {
    const { format, source, harvested, sinceSweep, withdrawn }: Record<string, unknown> = {
      ...JSON.parse(text),
    };
    if (format !== FORMAT || typeof source !== 'string' || !Array.isArray(withdrawn)) return NONE;
    return {
      source,
      ...(typeof harvested === 'string' && DAY.test(harvested) ? { harvested } : {}),
      sinceSweep: typeof sinceSweep === 'number' ? sinceSweep : 0,
      withdrawn: withdrawn.filter(isWithdrawn),
    };
  } catch {
    return NONE;
  }
}

/** The history as text: one line for each record withdrawn. */
export function writeHistory({ source, harvested, sinceSweep, withdrawn }: History): string {
  const lines = withdrawn.map((one) => `\n    ${JSON.stringify(one)}`);
  const day = harvested === undefined ? '' : `  "harvested": "${harvested}",\n`;
  const end = lines.length === 0 ? ']' : '\n  ]';
  return `{\n  "format": "${FORMAT}",\n  "version": 1,\n  "source": "${source}",\n${day}  "sinceSweep": ${sinceSweep},\n  "withdrawn": [${lines.join(',')}${end}\n}\n`;
}

function isWithdrawn(value: unknown): value is Withdrawn {
  const { kind, id, noticed }: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) };
  return (
    typeof kind === 'string' &&
    (typeof id === 'number' || typeof id === 'string') &&
    typeof noticed === 'string'
  );
}
