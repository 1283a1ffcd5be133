import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The lanes, by the end of the name of a file, the slowest first. */
const LANES = ['.stores.test.ts', '.slow.test.ts', '.test.ts'];

/** A long file that begins last ends alone, with every other core idle: the slow lanes come first, and large files in each. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      LANES.findIndex((end) => moduleId.endsWith(end));
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
