import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Debian's own Python stands first: another one on the PATH does not see Debian's packages. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

/** The Python that has all of these modules; undefined where there is none. */
export async function pythonWith(...modules: readonly string[]): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const isThere = await execute(python, ['-c', `import ${modules.join(', ')}`]).then(
      () => true,
      () => false,
    );
    if (isThere) return python;
  }
  return undefined;
}
