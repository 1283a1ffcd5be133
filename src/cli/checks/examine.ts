import { checkClock } from './clock.js';
import { type Finding, failedBy, ok, warning } from './finding.js';
import { checkFolder } from './folders.js';
import { checkKey } from './keys.js';
import { checkContact, checkProgram } from './program.js';
import { checkService } from './service.js';
import { checkStore } from './store.js';
import { SERVICES, type Subject, type Surroundings } from './subject.js';

/**
 * Checks everything that an unattended run needs, one after the other, whatever the others come to.
 *
 * @param subjectOf reads the configuration
 * @throws FolkloreError `INTERRUPTED`
 */
export async function* examine(
  subjectOf: () => Subject,
  surroundings: Surroundings,
): AsyncGenerator<Finding, void> {
  yield checkProgram(surroundings);
  const { finding, subject } = readSubject(subjectOf);
  yield finding;
  if (subject === undefined) {
    yield warning(
      'others',
      'keys, services, clock and folders were not checked: the configuration does not say which',
      'Mend the configuration first, then run the doctor again.',
    );
    return;
  }
  yield checkContact(subject);
  yield* await checkServices(subject, surroundings);
  yield* await checkFolder(subject, 'store', surroundings);
  yield* await checkStore(subject, surroundings.now());
  yield* await checkFolder(subject, 'out', surroundings);
}

function readSubject(subjectOf: () => Subject): { readonly finding: Finding; readonly subject?: Subject } {
  try {
    const subject = subjectOf();
    return { finding: ok('configuration', `the configuration can be read: ${subject.from}`), subject };
  } catch (thrown) {
    return { finding: failedBy('configuration', thrown) };
  }
}

/** Both services at the same time: one that does not answer is waited for once, not twice. */
async function checkServices(subject: Subject, surroundings: Surroundings): Promise<readonly Finding[]> {
  const examined = await Promise.all(
    SERVICES.map(async (service) => {
      const { findings, key } = await checkKey(subject, service, surroundings);
      const { findings: more, readings } = await checkService(subject, service, key, surroundings);
      return { findings: [...findings, ...more], readings };
    }),
  );
  return [
    ...examined.flatMap(({ findings }) => findings),
    checkClock(examined.flatMap(({ readings }) => readings)),
  ];
}
