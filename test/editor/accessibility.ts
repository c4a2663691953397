/** What axe, a checker of accessibility rules, finds on a page. */

import type { Page } from 'playwright-core';
import { axeOn } from '../support/axe.ts';

/** One sentence for each element inside the selector that violates a rule. */
export async function violationsOf(page: Page, selector: string): Promise<string[]> {
  const { violations } = await axeOn(page).include(selector).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
