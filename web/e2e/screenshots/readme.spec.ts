import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from '../support/journey.ts';
import { painted } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { EsimPages } from '../support/pages/esim.ts';

const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Pictures of the README: SCREENS_DIR=docs/images tools/e2e.sh --project=screens -g README */
async function keep(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
  await painted(page);
  await page.screenshot({ path: join(process.env.SCREENS_DIR ?? '', `${name}.png`), animations: 'disabled' });
}

test.describe('README, a phone in Arabic', () => {
  test.use({ ...phone, language: 'ar' });

  test('numbers of the shop', async ({ page, wizard, words }) => {
    await page.goto('/ar/order-sim');
    await wizard.button(words('common:actions.showMore')).waitFor();
    await keep(page, 'shop-ar');
  });
});

test.describe('README, a phone in English', () => {
  test.use({ ...phone, language: 'en' });

  test('an eSIM to install', async ({ page, wizard, customer }) => {
    const msisdn = await customer.freeNumber();
    const device = { model: 'apple-iphone-16-pro' };
    const order = await customer.begin({ kind: 'esim', numberSource: 'new', msisdn, device });
    await customer.goOnUntil('payment', order);
    await wizard.payFor(order);
    await new EsimPages(wizard).install.waitFor();
    await keep(page, 'esim-en');
  });
});

test.describe('README, a wide screen', () => {
  test.use({ ...desktop, language: 'en' });

  test('an order on its way', async ({ page, wizard, words, customer, simulator }) => {
    const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
    await wizard.payFor(order);
    const now = page.locator('[aria-current=step]');
    await now.getByText(words('details:status.preparing')).waitFor();
    await simulator.scan(order.orderNumber, 'picked-up');
    await now.getByText(words('details:status.dispatched')).waitFor();
    await keep(page, 'order-en');
  });

  test('what a line has left', async ({ page, words, language, simulator }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await new Member(page, language, words, simulator).signInAt('dashboard', '0570000001');
    await page.getByRole('heading', { name: words('dashboard:consumption.title') }).waitFor();
    await page.waitForLoadState('networkidle');
    await keep(page, 'dashboard-en');
  });
});
