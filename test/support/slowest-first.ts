import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The rooms whose files take longest, the longest first. */
const SLOW = ['browse', 'e2e', 'triplestore', 'harvest', 'pipeline', 'inspect', 'lawful', 'release', 'shacl'];

/** A long file that begins last ends alone, with every other core idle: the slow rooms come first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.findIndex((room) => moduleId.includes(`/test/${room}/`));
      return place === -1 ? SLOW.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
