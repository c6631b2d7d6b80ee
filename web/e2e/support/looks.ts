import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { directionOf, type Language } from '../../src/lib/text/language.ts';
import type { Wizard } from './pages/wizard.ts';

/**
 * The short run leaves out the slowest checks: contrast, dark and forced colours, the smallest screen,
 * motion.
 */
const isFull = process.env.JOURNEYS === 'all';

/** Waits for the next frame, which shows a change of colours. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Loads axe into a page once and runs it there. Pages with frames of other origins need axe's usual mode: it
 * loads into each frame again, and joins the results on a page of its own.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) {
    return new AxeBuilder({ page });
  }
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(axe.source);
  }
  return new AxeBuilder({ page, axeSource: 'void axe' }).setLegacyMode();
}

async function expectAxeClean(page: Page, scheme: string, rules?: string[]): Promise<void> {
  await painted(page);
  const contrast = { 'color-contrast': { enabled: isFull } };
  const reader = (await axeOn(page)).options({ resultTypes: ['violations'], rules: contrast });
  const { violations } = await (rules ? reader.withRules(rules) : reader).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`);
  expect(found, `axe, ${scheme} colours, ${page.url()}`).toEqual([]);
}

/** Checks the dark colours for contrast, the only difference. */
async function expectGoodDarkPage(page: Page): Promise<void> {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAxeClean(page, 'dark', ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
}

/** The smallest screen that pages have to fit: 1280 by 1024 pixels at 400 % (WCAG 1.4.10). */
const smallest = { width: 320, height: 256 };

/**
 * Repeats until it holds: with reduced motion, sizes change for the last time one frame after the screen's.
 */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect
    .poll(overflow, { message: `nothing hangs out sideways, ${page.url()}` })
    .toBeLessThanOrEqual(0);
}

/**
 * Checks the smallest screen, also for a signed-in customer with the bell and the account in the header (D8).
 */
async function expectGoodNarrowPage(page: Page): Promise<void> {
  const usual = page.viewportSize();
  if (!usual) {
    return;
  }
  await page.setViewportSize(smallest);
  await expectNoOverflow(page);
  await page.setViewportSize(usual);
}

/** Returns buttons without an edge of their own. */
const edgeless = () =>
  [...document.querySelectorAll('button, .primary-action')]
    .filter((element) => element.checkVisibility({ opacityProperty: true }))
    .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0)
    .map(({ outerHTML }) => outerHTML.slice(0, 120));

/** Returns fields with text so small that iOS zooms in when they receive the focus. */
const smallFields = () =>
  [...document.querySelectorAll('input, select, textarea')]
    .filter(
      (field) =>
        field.checkVisibility() &&
        !/^(checkbox|radio|file|hidden|range)$/.test((field as HTMLInputElement).type),
    )
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(({ outerHTML }) => outerHTML.slice(0, 120));

async function expectReadableFields(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    expect(await page.evaluate(smallFields), `fields of 16 pixels, ${page.url()}`).toEqual([]);
  }
}

/** Checks that a button still looks like one in the visitor's own few colours (D9). */
async function expectEdgesInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(edgeless), `edges in forced colours, ${page.url()}`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Journeys run with reduced motion: no animation may run. */
async function expectNoMotion(page: Page): Promise<void> {
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(running, { message: `nothing moves, ${page.url()}` }).toBe(0);
}

/**
 * Checks a page in its language and on its screen: the direction, no sideways scrolling, readable fields, no
 * findings of axe. The full run also checks the smallest screen, motion, and dark and forced colours.
 */
export async function expectGoodPage(page: Page, language: Language): Promise<void> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', language);
  await expect(root).toHaveAttribute('dir', directionOf(language));
  await expect(page.locator('h1').first(), `the page has come, ${page.url()}`).toBeAttached();
  await expectNoOverflow(page);
  await expectReadableFields(page);
  await expectAxeClean(page, 'light');
  if (isFull) {
    await expectGoodNarrowPage(page);
    await expectNoMotion(page);
    await expectEdgesInForcedColours(page);
    await expectGoodDarkPage(page);
  }
}

/** Checks a step with a reserved number: price and time left stay visible from top to bottom. */
export async function expectGoodStep({ page, summary, price, language }: Wizard): Promise<void> {
  await expectGoodPage(page, language);
  for (const end of ['top', 'bottom'] as const) {
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end);
    await expect(summary.getByRole('timer')).toBeInViewport();
    await expect(price.first()).toBeInViewport();
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** Checks a printed page: black on white in each colour scheme, without links and buttons. */
export async function expectGoodSheet(page: Page): Promise<void> {
  for (const role of ['banner', 'navigation', 'contentinfo'] as const) {
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('article').getByRole('table')).toHaveCSS('color', 'rgb(0, 0, 0)');
}
