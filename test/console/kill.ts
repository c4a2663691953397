import type { Page } from 'playwright-core';

/** As when the browser is out of memory: no code of the page runs any more. */
export async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => {});
  await page.waitForEvent('crash');
  await page.close();
}
