import type { StepId } from '../src/features/order/model/order-steps.ts';
import { open } from './crawl/opening.ts';
import { expect, test } from './support/journey.ts';
import { expectRoomForLargeText } from './support/large-text.ts';

const steps: StepId[] = [
  'number-selection',
  'plan-selection',
  'eligibility-check',
  'identity-validation',
  'personal-information',
  'delivery',
  'order-confirmation',
  'payment',
];

test('text of twice its size stays on the screen of a small phone', async ({ page, customer, language }) => {
  for (const address of [`/${language}`, `/${language}/all-vanities`]) {
    await open(page, address);
    await expectRoomForLargeText(page);
  }
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  for (const step of steps) {
    await open(page, order.link(step));
    await expectRoomForLargeText(page);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(page.locator('header a[hreflang]').first()).toBeInViewport({ ratio: 1 });
});

test('a page says what to do where no script runs or comes', async ({ browser, baseURL, language }) => {
  const without = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await without.newPage();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/${language}/login`);
  await expect(page.locator('noscript p').first()).toBeInViewport();
  await without.close();

  const blocked = await browser.newPage();
  await blocked.route(/\/assets\/.*\.js/, (route) => route.abort());
  await blocked.goto(`/${language}/order-sim/unknown/payment`);
  await expect(blocked.locator('.not-started')).toBeVisible({ timeout: 15_000 });
  await blocked.close();
});
