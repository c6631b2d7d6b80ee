import { randomUUID } from 'node:crypto';
import { address } from './support/customer.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Wizard } from './support/pages/wizard.ts';
import { cards } from './support/simulator.ts';

test('a guest forgets an order on a shared device, in all its tabs, and finds it again', async ({
  page,
  context,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  const details = new URL(page.url()).pathname;
  const tab = await context.newPage();
  await tab.goto(details);
  await expect(new Wizard(tab, language, words).heading(words('details:thanksTitle'))).toBeVisible();

  await wizard.button(words('details:forget.open')).click();
  const dialog = page.getByRole('dialog', { name: words('details:forget.title') });
  await expect(dialog).toContainText(order.orderNumber);
  await expectGoodPage(page, language);
  await wizard.button(words('details:forget.confirm')).click();
  for (const left of [page, tab]) {
    await expect(left.getByText(words('shell:forgotten.title'))).toBeVisible();
    await expect(left).toHaveURL(new RegExp(`/${language}/$`));
    const kept = await left.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(order.id);
  }
  await expectGoodPage(page, language);
  const refused = await customer.send('GET', `/orders/${order.id}`, order.session);
  expect(await refused.json()).toMatchObject({
    messageKey: 'order_not_yours',
    message: problems.order_not_yours,
  });
  await tab.goto(details);
  await expect(new Wizard(tab, language, words).heading(words('order-asides:noAccess.title'))).toBeVisible();

  await page
    .getByRole('status')
    .getByRole('link', { name: words('shell:forgotten.find') })
    .click();
  const code = await simulator.codeSentBy(order.person.mobile, async () => {
    await wizard.field(words('find-order:find.orderNumber')).fill(order.orderNumber);
    await wizard.field(words('find-order:find.contact')).fill(order.person.mobile);
    await wizard.button(words('find-order:find.submit')).click();
    await expect(wizard.code).toBeFocused();
  });
  await wizard.code.fill(code);
  await expect(wizard.button(words('details:forget.open'))).toBeVisible();
});

test('an order survives a reload, goes on in a second tab and on another device', async ({
  page,
  browser,
  context,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  await wizard.expectStep('user-information');
  await page.reload();
  await wizard.expectStep('user-information');
  expect(new URL(page.url()).hash, 'the secret leaves the address bar').toBe('');

  const tab = new Wizard(await context.newPage(), language, words);
  await tab.page.goto(page.url());
  await tab.giveContact(order.person);
  await tab.expectStep('delivery');
  // Playwright's browsers do not send this event when a tab becomes visible again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await wizard.expectStep('delivery');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.page.bringToFront();
  await tab.summary.click();
  await tab.page
    .getByRole('button', { name: words('order:summary.elsewhere') })
    .filter({ visible: true })
    .click();
  let link = '';
  await expect(async () => {
    // The link is written after the click.
    link = await tab.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(order.id);
  }).toPass();
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
    await expect(wizard.heading(words('order-asides:noAccess.title'))).toBeVisible();
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
  }
  await wizard.confirm();
  await other.expectStep('payment'); // the other tab follows
  await wizard.fillCard(cards.paid);
  await other.fillCard(cards.paid);
  const buttons = tabs.map((tab) => tab.page.getByRole('button', { name: words('payment:pay') }));
  for (const button of buttons) {
    await expect(button).toBeEnabled();
  }
  // Both tabs click at once. A click that first looks for its button could find that the other tab has paid.
  const found = await Promise.all(buttons.map((button) => button.elementHandle()));
  await Promise.all(found.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));
  for (const tab of tabs) {
    await tab.expectPlaced();
  }
  const { price } = await customer.order(order);
  // If both were charged, one charge is refunded after the order is placed.
  const taken = async () =>
    (await simulator.charges(order.id)).reduce((sum, { charged, refunded }) => sum + charged - refunded, 0);
  await expect.poll(taken).toBe(price?.total);
});
