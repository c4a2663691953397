/** axe, a checker of accessibility rules, on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Of what is right, axe describes only one element: of all of them it takes longer than the check. The other mode is for pages
 * in pages, and opens an empty one for each check.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
