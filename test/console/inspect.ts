/** Pages of the console as axe sees them, and in widths, themes and languages. */
import { expect, test } from '@jest/globals';
import { axeOn } from '../support/axe.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

/** Theme, language and width in pixels of a visit. */
type Look = readonly [theme: 'light' | 'dark', locale: string, width: number];

const TWO_LOOKS: readonly Look[] = [
  ['light', 'en-US', 1440],
  ['dark', 'de-DE', 390],
];
export const LOOKS: readonly Look[] = [
  ['light', 'en-US', 1440],
  ['dark', 'de-DE', 1024],
  ['dark', 'en-US', 390],
];

/** `pages`: by address, an element that exists when the page is complete. */
type Inspected = readonly [stage: ConsoleStage, pages: Readonly<Record<string, string>>];

/** A test for each look: axe finds nothing, nothing is wider than the page, the bars stay, nothing is refused. */
export const inspectPages = (open: () => Inspected, looks = TWO_LOOKS): void =>
  test.each(looks)(
    'in %s, %s, %i pixels wide: axe finds nothing, nothing is wider than the page',
    (...look) => inspect(open(), look),
  );

async function inspect([stage, pages]: Inspected, [colorScheme, locale, width]: Look): Promise<void> {
  const viewport = { width, height: width === 390 ? 844 : 900 };
  const { page, flaws, context } = await signIn(stage, 'owner', { colorScheme, locale, viewport });
  const found: string[] = [];
  for (const [path, whole] of Object.entries(pages)) {
    await goTo(page, path);
    await page.waitForSelector(whole);
    const { violations } = await axeOn(page).analyze();
    found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`));
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    if ((await page.evaluate(overflow)) !== 0) found.push(`${path} is wider than the page`);
    // Its main part scrolls, and nothing else: what moves the bars away leaves an empty page below.
    const below = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
    if ((await page.evaluate(below)) !== 0) found.push(`${path} moves the bars away`);
  }
  expect(found).toEqual([]);
  expect(flaws).toEqual([]);
  await context.close();
}
