import { randomUUID } from 'node:crypto';
import { address } from './support/customer.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { cards } from './support/simulator.ts';
import { Wizard } from './support/wizard.ts';

test('an order survives a reload, goes on in a second tab and on another device', async ({
  page,
  browser,
  context,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('personal-information');
  await page.goto(order.link('personal-information'));
  await wizard.expectStep('personal-information');
  await page.reload();
  await wizard.expectStep('personal-information');
  expect(new URL(page.url()).hash, 'the secret leaves the address bar').toBe('');

  const tab = new Wizard(await context.newPage(), language, words);
  await tab.page.goto(page.url());
  await tab.fillContact(order.person);
  await tab.next();
  await tab.expectStep('delivery');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.page.bringToFront();
  await tab.summary.click();
  await tab.page
    .getByRole('button', { name: words('order:summary.elsewhere') })
    .filter({ visible: true })
    .click();
  const link = await tab.page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await browser.newContext();
  const device = new Wizard(await elsewhere.newPage(), language, words);
  await device.page.goto(link);
  await device.expectStep('delivery');
  await device.fillAddress();
  await device.takeAddress();
  await device.expectStep('order-confirmation');
  expect((await customer.order(order)).delivery?.address).toEqual(address);
  await elsewhere.close();
});

test('a step that is not open yet leads to the one that is', async ({ page, wizard, customer }) => {
  const order = await customer.start();
  await page.goto(order.link('payment'));
  await wizard.expectStep('plan-selection');
  await page.goto(order.link('order-details'));
  await wizard.expectStep('plan-selection');
});

test('unknown orders, orders of others and unknown pages say what to do', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const stranger = await customer.start();
  const [address] = stranger.link('plan-selection').split('#');
  for (const closed of [
    `${address}`,
    `${address}#s=${randomUUID()}`,
    `/${language}/order-sim/${randomUUID()}/payment`,
    `/${language}/order-sim/not-an-order/payment`,
  ]) {
    await page.goto('about:blank');
    await page.goto(closed);
    await expect(wizard.heading(words('order:noAccess.title'))).toBeVisible();
  }
  await expectGoodPage(page, language);
  await page.goto(`/${language}/no-such-page`);
  await expect(wizard.heading(words('common:errors.notFoundTitle'))).toBeVisible();
  await expectGoodPage(page, language);
});

test('two tabs that submit the same step make one order of it', async ({
  page,
  context,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('delivery');
  const other = new Wizard(await context.newPage(), language, words);
  const tabs = [wizard, other];
  await page.goto(order.link('delivery'));
  await wizard.expectStep('delivery');
  await other.page.goto(page.url());
  for (const tab of tabs) {
    await tab.fillAddress('by-hand');
  }
  await Promise.all(tabs.map((tab) => tab.takeAddress()));
  for (const tab of tabs) {
    await tab.expectStep('order-confirmation');
    await tab.confirm();
  }
  await wizard.fillCard(cards.paid);
  await other.fillCard(cards.paid);
  const buttons = tabs.map((tab) => tab.page.getByRole('button', { name: words('order:payment.pay') }));
  for (const button of buttons) {
    await expect(button).toBeEnabled();
  }
  // At once: a click that waits for its page to stand still may find that the other tab has paid.
  await Promise.all(buttons.map((button) => button.dispatchEvent('click')));
  for (const tab of tabs) {
    await tab.expectPlaced();
  }
  const taken = (await simulator.charges(order.id)).map(({ charged, refunded }) => charged - refunded);
  const { price } = await customer.order(order);
  expect(taken.reduce((sum, amount) => sum + amount, 0)).toBe(price?.total);
});
