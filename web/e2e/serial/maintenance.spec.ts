import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { beginMaintenance, endMaintenance, planMaintenance } from '../support/stack.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** The interval in the settings; the page's clock is set forward by it. */
const check = '01:00';
/** The stack knows it within seconds, and the page at its next check: the test repeats the check soon. */
const soon = { timeout: 2_000 };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test.afterEach(() => endMaintenance());

forEachVisitor(() => {
  test('maintenance begins and ends while an order is open', async ({
    page,
    wizard,
    words,
    language,
    customer,
  }) => {
    const order = await customer.startedUntil('user-information');
    await page.clock.install();
    await page.goto(order.link('user-information'));
    await wizard.expectStep('user-information');

    await beginMaintenance(30);
    await expect(async () => {
      await page.clock.fastForward(check);
      await expect(wizard.heading(words('closed-pages:maintenance.title'))).toBeVisible(soon);
    }).toPass();
    expect(new URL(page.url()).pathname).toBe(`/${language}/maintenence`);
    await expectGoodPage(page, language);

    await endMaintenance();
    await expect(async () => {
      await page.clock.fastForward(check);
      await expect(wizard.titleOf('user-information')).toBeVisible(soon);
    }).toPass();
    await wizard.expectStep('user-information');
  });

  test('a page asked for during maintenance is shown afterwards', async ({
    page,
    wizard,
    words,
    language,
  }) => {
    await page.clock.install();
    await beginMaintenance(30);
    await expect(async () => {
      await page.goto(`/${language}/terms`);
      await expect(wizard.heading(words('closed-pages:maintenance.title'))).toBeVisible(soon);
    }).toPass();
    await endMaintenance();
    await expect(async () => {
      await page.clock.fastForward(check);
      await expect(page).toHaveURL(new RegExp(`/${language}/terms$`), soon);
    }).toPass();
  });

  test('maintenance is announced before it begins', async ({ page, wizard, words, language }) => {
    await planMaintenance(inMinutes(60), inMinutes(120));
    const announced = page.getByText(
      words('shell:maintenance.ahead', { start: '', end: '' }).split(' ')[0] ?? '',
    );
    await expect(async () => {
      await page.goto(`/${language}/sim-activation`);
      await expect(announced.first()).toBeVisible(soon);
      await expect(wizard.heading(words('closed-pages:maintenance.title'))).toBeHidden(soon);
    }).toPass();
    await expectGoodPage(page, language);
  });
});
