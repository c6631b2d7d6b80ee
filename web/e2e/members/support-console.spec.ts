import type { Page } from '@playwright/test';
import { address, type OpenOrder } from '../support/customer.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** The newest cases first, because other journeys have cases in the queue too. */
const newest = 'console?order=newest&kind=order';

/** Opens the case of an order, once the order waits in it. */
async function openCase(page: Page, { orderNumber }: OpenOrder, reload: string): Promise<void> {
  const row = page.getByRole('link', { name: orderNumber, exact: true });
  await expect(async () => {
    await page.getByRole('button', { name: reload, exact: true }).click();
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await row.click();
}

forEachVisitor((language) => {
  test('a held order is resumed in three clicks from the queue', async ({
    page,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    const order = await customer.startedUntil('payment');
    await simulator.refusesParcelOnce(order.person.mobile);
    await wizard.payFor(order);
    await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();

    const member = new Member(page, language, words, simulator);
    await openConsole(member, 'supervisor@selfcare.example', newest);
    await expectGoodPage(page, language);
    await openCase(page, order, words('console:reload'));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order.orderNumber);
    await expect(page.getByText(words('console:case.step.held'))).toBeVisible();
    await expectGoodPage(page, language);
    const actions = page.getByRole('region', { name: words('console:case.actions'), exact: true });
    await actions.getByRole('button').nth(1).click(); // the button after the advised correction
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(words('console:decide.preview'))).toBeVisible();
    await expectGoodPage(page, language);
    await dialog.getByLabel(words('console:decide.note')).fill('The courier serves it again');
    await dialog.locator('[type=submit]').click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
    await member.goTo('console/find');
    await member.field(words('console:find.label')).fill(order.orderNumber);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order.orderNumber);
    await expectGoodPage(page, language);
  });

  test('an address is amended in the console, and the order goes on to the door', async ({
    page,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
    await wizard.payFor(order);
    await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();

    const member = new Member(page, language, words, simulator);
    await openConsole(member, 'supervisor@selfcare.example', newest);
    await openCase(page, order, words('console:reload'));
    const actions = page.getByRole('region', { name: words('console:case.actions'), exact: true });
    await actions.getByRole('button', { name: words('console:amend.part.address') }).click();
    await expect(member.field(words('console:amend.street'))).toHaveValue(address.street);
    await member.field(words('console:amend.street')).fill('Takhassusi Street');
    await member.field(words('console:amend.notes')).fill('');
    await expectGoodPage(page, language);
    await expect(page.getByText(words('console:decide.preview'))).toBeVisible();
    await member.field(words('console:decide.note')).fill('Corrected on the phone');
    await page.getByRole('dialog').last().locator('[type=submit]').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
    expect((await customer.order(order)).delivery?.address?.street).toBe('Takhassusi Street');
  });

  test('two agents open one case: the agent who claimed it decides, unless the other takes it over', async ({
    page,
    browser,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    const order = await customer.startedUntil('payment');
    await simulator.refusesParcelOnce(order.person.mobile);
    await wizard.payFor(order);
    await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();

    const first = new Member(page, language, words, simulator);
    await openConsole(first, 'supervisor@selfcare.example', newest);
    await openCase(page, order, words('console:reload'));
    const second = await elsewhere(browser, first);
    await openConsole(second, 'support@selfcare.example', newest);
    await openCase(second.page, order, words('console:reload'));

    await first.button(words('console:claim.take')).click();
    await expect(first.button(words('console:claim.release'))).toBeVisible();
    const actions = second.page.getByRole('region', { name: words('console:case.actions'), exact: true });
    await actions.getByRole('button').nth(1).click();
    const dialog = second.page.getByRole('dialog');
    await dialog.getByLabel(words('console:decide.note')).fill('The supervisor asked me to');
    await dialog.locator('[type=submit]').click();
    const takeOver = second.button(words('console:decide.takeOver'));
    await expect(takeOver).toBeVisible();
    await expectGoodPage(second.page, language);
    await takeOver.click();
    await expect(takeOver).toBeHidden();
    await dialog.locator('[type=submit]').click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');

    await first.button(words('console:reload')).click();
    await expect(page.getByText('The supervisor asked me to').first()).toBeVisible();
    await expect(first.button(words('console:claim.take'))).toBeHidden();
    await second.page.context().close();
  });

  test('an order is gone on with for a caller who reads out a code, who then pays by a link', async ({
    page,
    words,
    customer,
    simulator,
  }) => {
    const order = await customer.startedUntil('payment');
    const { email } = order.person;
    const member = new Member(page, language, words, simulator);
    await openConsole(member, 'supervisor@selfcare.example', 'console/find');
    await member.field(words('console:find.label')).fill(order.orderNumber.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order.orderNumber);
    await expectGoodPage(page, language);
    await member.button(words('console:caller.goOn')).click();
    await expectGoodPage(page, language);
    const code = await simulator.codeSentBy(email, () =>
      member.button(words('console:caller.byEmail')).click(),
    );
    await member.field(words('credentials:code.label')).fill(code);

    const end = member.button(words('console:assisted.end'));
    await expect(end).toBeVisible();
    const told = (await simulator.outbox(email)).length;
    await member.button(words('console:assisted.send')).click();
    await expect(page.getByText(words('console:assisted.sent'))).toBeVisible();
    await expectGoodPage(page, language);
    await expect.poll(async () => (await simulator.outbox(email)).length).toBeGreaterThan(told);
    await end.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order.orderNumber);
    await page.goto(order.link('payment').replace(/#.*/, ''));
    await expect(member.heading(words('order-asides:noAccess.title'))).toBeVisible();
  });
});
