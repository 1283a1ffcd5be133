import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time that a test file took in its own process, in seconds. */
    processorSeconds?: number;
  }
}

/** Files that are listed. */
const LISTED = 10;

/** Seconds of processor time above which a file is too slow for the fast lane. */
const TOO_SLOW = 3;

const isFast = ({ moduleId }: TestModule): boolean => !/\.(slow|stores)\.test\.ts$/.test(moduleId);

/** Prints what a developer has to know after a run of the fast lane: which files are the slowest. */
export class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const taken = modules
      .filter(isFast)
      .map((module) => ({
        file: relative(process.cwd(), module.moduleId),
        seconds: module.meta().processorSeconds ?? 0,
      }))
      .sort((one, other) => other.seconds - one.seconds);
    const lines = taken.slice(0, Number(process.env.LISTED ?? LISTED)).map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(5)} s  ${file}`);
    const total = taken.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log([`Processor time of ${taken.length} fast files: ${total.toFixed(0)} s. The slowest:`, ...lines].join('\n'));
  }
}
