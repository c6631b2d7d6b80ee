import { spacedMobile } from '../src/lib/text/digits.ts';
import { weekday } from '../src/lib/text/format.ts';
import { theirNumber } from './support/customer.ts';
import { expect, type Journey, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { newPerson } from './support/people.ts';
import { cards } from './support/simulator.ts';
import { laterDay } from './support/working-day.ts';

test('a customer brings a number over: refused for an open bill, sent again, switched', async ({
  page,
  wizard,
  words,
  problems,
  language,
}) => {
  test.slow();
  const person = newPerson();
  const msisdn = theirNumber('6001');
  await test.step('what is brought', async () => {
    await page.goto(`/${language}/order-sim/bring-your-number`);
    await expect(page.getByRole('radio', { name: words('start:port-in') })).toBeChecked();
    await expectGoodPage(page, language);
    await wizard.next();
    await wizard.expectStep('mnp-number-selection');
    await wizard.next();
    await expect(page.getByText(words('port:request.operatorError'))).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('radio').first().check();
    await wizard.field(words('port:request.msisdn')).fill(msisdn);
    await page.getByRole('checkbox').check();
    await wizard.next();
  });
  await test.step('what the pre-check said', async () => {
    await expect(wizard.heading(words('port:checked.title'))).toBeFocused();
    await expect(page.getByText(problems.port_hint_credit)).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('link', { name: words('common:actions.continue') }).click();
  });
  await test.step('plan, person, delivery', async () => {
    await wizard.takePlan(/ 90$/);
    await wizard.fillEligibility(person);
    await wizard.checkEligibility();
    await wizard.expectStep('identity-validation');
    await wizard.passIdentity();
    await wizard.expectStep('user-information');
    await wizard.giveContact(person);
    await wizard.expectStep('delivery');
    await wizard.fillAddress();
    await wizard.takeAddress();
  });
  await test.step('confirmation and payment', async () => {
    await wizard.expectStep('order-confirmation');
    await expect(page.getByText(problems.port_hint_credit)).toBeVisible();
    await expect(page.getByRole('main').getByText(spacedMobile(msisdn)).first()).toBeVisible();
    await expectGoodPage(page, language);
    await wizard.confirm();
    await wizard.pay(cards.paid);
  });
  await test.step('refused and sent again', async () => {
    await expect(page.getByText(problems.port_unpaid_dues)).toBeVisible();
    const refused = page
      .getByRole('list', { name: words('details:statusLabel') })
      .locator('[data-state=failed]');
    await expect(refused).toContainText(words('details:status.donor-agrees'));
    await expect(refused).toContainText(words('details:acts.customer'));
    await expectGoodPage(page, language);
    await wizard.button(words('port:rejected.send')).click();
    await expect(page.getByText(problems.port_unpaid_dues)).toBeHidden();
  });
  await test.step('switched after delivery', async () => {
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(words('details:next.activePort'))).toBeVisible();
    await expectGoodPage(page, language);
  });
});

/** The end of the number makes the switch fail once. */
const rolledBackOnce =
  (ending: string) =>
  async ({ page, wizard, words, problems, language, customer, simulator }: Journey) => {
    test.slow();
    const order = await customer.bring(theirNumber(ending));
    await customer.goOnUntil('payment', order);
    await wizard.payFor(order);
    await expect(page.getByText(problems['port.rolled-back'])).toBeVisible({ timeout: 60_000 });
    await expectGoodPage(page, language);
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible({ timeout: 150_000 });
    expect(await simulator.ports(order.id)).toMatchObject([{ status: 'COMPLETED' }]);
    expect((await customer.order(order)).port?.status).toBe('completed');
  };

test('a switch that fails at the release is rolled back and done in the next window', rolledBackOnce('6009'));
test(
  'a switch that fails at the activation is rolled back and done in the next window',
  rolledBackOnce('6025'),
);

test('a request to bring a number is withdrawn: the number stays and the money goes back', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.bring(theirNumber('6006'));
  await customer.goOnUntil('payment', order, { notes: 'by-hand' });
  await wizard.payFor(order);
  const state = page.getByRole('list', { name: words('details:statusLabel') });
  const donor = state.getByRole('listitem').filter({ hasText: words('details:status.donor-agrees') });
  await expect(donor).toHaveAttribute('aria-current', 'step');
  await expect(donor).toHaveAttribute('data-state', 'waiting');
  await expectGoodPage(page, language);

  await wizard.button(words('details:withdraw.open')).click();
  const question = page.getByRole('dialog', { name: words('details:withdraw.title') });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: words('details:withdraw.confirm') }).click();
  await expect(wizard.heading(words('details:ended.withdrawn'))).toBeVisible();
  await expect(page.getByText(words('details:ended.refunded'))).toBeVisible();
  await expect(page.getByText(problems['port.withdrawn'])).toBeVisible();
  await expectGoodPage(page, language);
  const { price } = await customer.order(order);
  expect(await simulator.charges(order.id)).toMatchObject([
    { charged: price?.total, refunded: price?.total },
  ]);
  expect((await simulator.ports(order.id)).map(({ status }) => status)).toEqual(['WITHDRAWN']);
});

test('a switch is put off to another day, brought forward again, and happens then', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  test.slow();
  const order = await customer.bring(theirNumber('6021'));
  await customer.goOnUntil('payment', order, { notes: 'by-hand' });
  await wizard.payFor(order);
  const port = page.getByRole('region', { name: words('port:title') });
  const now = page.getByRole('list', { name: words('details:statusLabel') }).locator('[aria-current=step]');
  const choose = async (pick: 'later' | 'earliest') => {
    await port.getByRole('button', { name: words('port:another.open') }).click();
    const days = port.getByLabel(words('port:request.window'));
    await expect(days).toBeFocused();
    await days.selectOption(pick === 'later' ? await laterDay(days) : pick);
    const chosen = await days.inputValue();
    await port.getByRole('button', { name: words('port:another.send') }).click();
    await expect(port.getByText(words('port:another.done'))).toBeVisible();
    return chosen;
  };

  let day = '';
  await test.step('put off before the card arrives', async () => {
    await expect(now).toContainText(words('details:status.preparing'));
    // The clearing house stores the day, but its answer is lost: the order asks for the stored day.
    await simulator.script('portability', {
      operation: 'schedule',
      outcome: 'timeout-after-commit',
      match: { portId: `${order.id}-1` },
    });
    day = await choose('later');
    await expect(port.getByText(words('port:wish', { day: weekday(day, language) }))).toBeVisible();
    expect(await simulator.ports(order.id)).toMatchObject([{ status: 'APPROVED', requestedDate: day }]);
    await expectGoodPage(page, language);
  });
  await test.step('the card is there, the number waits for that day', async () => {
    await simulator.scan(order.orderNumber, 'picked-up', 'in-transit', 'out-for-delivery', 'delivered');
    await expect(now).toContainText(words('details:status.number-moves'));
    await expect(port.getByText(weekday(day, language))).toBeVisible();
    await expect
      .poll(async () => (await customer.order(order)).port)
      .toMatchObject({ status: 'scheduled', window: day });
    await expectGoodPage(page, language);
  });
  await test.step('brought forward and switched', async () => {
    await choose('earliest');
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(problems['port.completed'])).toBeVisible();
    const [last] = await simulator.ports(order.id);
    expect(last).toMatchObject({ status: 'COMPLETED' });
    expect(last?.requestedDate).toBeUndefined();
  });
});
