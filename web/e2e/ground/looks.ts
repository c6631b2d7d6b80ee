import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { directionOf, type Language } from '../../src/lib/language.ts';
import type { Wizard } from './wizard.ts';

/** Every page, in every language and on every screen: right direction, nothing to scroll sideways, axe clean. */
export async function expectGoodPage(page: Page, language: Language): Promise<void> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', language);
  await expect(root).toHaveAttribute('dir', directionOf(language));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, 'nothing hangs out sideways').toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`);
  expect(found).toEqual([]);
}

/** A step with a number held: price and time left stay in view from top to bottom. */
export async function expectGoodStep({ page, summary, price, language }: Wizard): Promise<void> {
  await expectGoodPage(page, language);
  for (const end of ['top', 'bottom'] as const) {
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end);
    await expect(summary.getByRole('timer')).toBeInViewport();
    await expect(price.first()).toBeInViewport();
  }
  await page.evaluate(() => scrollTo(0, 0));
}
