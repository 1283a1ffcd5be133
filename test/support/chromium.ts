import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

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

/** Milliseconds for which a page waits for what a test asks of it: a busy machine is slow. */
const SLOW_MACHINE = 120_000;

/**
 * A new page whose messages, errors and requests to other hosts are complaints.
 *
 * @param isAllowed whether an address may be asked for
 */
export async function watchedPage(
  browser: Browser,
  options: BrowserContextOptions,
  complaints: string[],
  isAllowed: (url: string) => boolean,
): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-IE', ...options })).newPage();
  page.setDefaultTimeout(SLOW_MACHINE);
  page.on('console', (message) => complaints.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!isAllowed(request.url())) complaints.push(`${page.url()} asks for ${request.url()}`);
  });
  return page;
}

/** A server of this machine that pages may ask. */
export async function serveLocally(
  answer: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
