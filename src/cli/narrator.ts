import { FolkloreError, messageOf } from '../base/errors.js';
import type { Report, RunEvent } from '../base/events.js';

export type LogFormat = 'pretty' | 'json';

/** Tells a run to people (text) or to programs (JSON lines), always on standard error. */
export interface Narrator {
  readonly report: Report;
  /** The one message that a failed run ends with. */
  fail(thrown: unknown): void;
}

export function narrator(format: LogFormat, write: (line: string) => void): Narrator {
  if (format === 'json') {
    return {
      report: (event) =>
        write(JSON.stringify({ level: event.event === 'retrying' ? 'warn' : 'info', ...event })),
      fail: (thrown) => write(JSON.stringify({ level: 'error', ...failure(thrown) })),
    };
  }
  return {
    report: (event) => {
      const text = textOf(event);
      if (text !== undefined) write(text);
    },
    fail: (thrown) => {
      const { code, message, hint } = failure(thrown);
      write(`folklore-ld: ${message} [${code}]`);
      if (hint !== undefined) write(`  → ${hint}`);
    },
  };
}

function failure(thrown: unknown): { code: string; message: string; hint?: string; exitCode: number } {
  if (thrown instanceof FolkloreError) {
    const { code, message, hint, exitCode } = thrown;
    return { code, message, hint, exitCode };
  }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
  return {
    code: 'UNEXPECTED',
    message,
    hint: 'This is a fault of folklore-ld; please report it.',
    exitCode: 1,
  };
}

function textOf(event: RunEvent): string | undefined {
  switch (event.event) {
    case 'started':
      return `… ${event.what}`;
    case 'finished':
      return `✓ ${event.what}: ${event.detail}`;
    case 'note':
      return `• ${event.message}`;
    case 'retrying':
      return `• ${event.service} ${event.request}: ${event.reason}; attempt ${event.attempt + 1} in ${(event.waitMs / 1000).toFixed(1)} s`;
    case 'progress':
    case 'fetched':
      return undefined;
  }
}
