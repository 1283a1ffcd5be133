import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote to standard error. */
  readonly said: string;
}

export async function endOf(child: ChildProcess): Promise<Ended> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, said };
}
