import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { absentPrograms } from './programs.js';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time that a test file took in its own process, in seconds. */
    processorSeconds?: number;
  }
}

/** Fast files that are listed. */
const LISTED = 10;

/** Seconds of processor time above which a file is too slow for the fast lane. */
const TOO_SLOW = 3;

const isFast = ({ moduleId }: TestModule): boolean => !/\.(slow|stores)\.test\.ts$/.test(moduleId);

/** Ends a run with two remarks: the slowest files of the fast lane, and the programs for want of which tests were skipped. */
export class Summary implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const fast = modules
      .filter(isFast)
      .map((module) => ({
        file: relative(process.cwd(), module.moduleId),
        seconds: module.meta().processorSeconds ?? 0,
      }))
      .sort((one, other) => other.seconds - one.seconds);
    const lines: string[] = [];
    if (fast.length > LISTED) {
      lines.push(`The slowest ${LISTED} of ${fast.length} fast files, by processor time:`);
      for (const { file, seconds } of fast.slice(0, LISTED))
        lines.push(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
    }
    for (const { file, seconds } of fast.filter((one) => one.seconds > TOO_SLOW))
      lines.push(
        `${file} took ${seconds.toFixed(1)} s, more than ${TOO_SLOW}: it belongs into the slow lane.`,
      );
    const absent = modules.some((module) => !isFast(module)) ? await absentPrograms() : [];
    if (absent.length > 0) lines.push(`Tests were skipped for want of ${absent.join(', ')}.`);
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  }
}
