import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

/** A browser of the machine (Debian: chromium); undefined where there is none. */
export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The sandbox of Chromium needs a user other than root, or rights that a container lacks. It shows our own pages only. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });

/** The violations of accessibility rules that axe-core finds in a page, with the elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  // Else axe collects every element that passes, too.
  const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as {
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
