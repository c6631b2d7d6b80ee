import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

test('a paid order is cancelled: the money goes back, the number is free again, an SMS says so', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  const { price } = await customer.order(order);

  await wizard.button(words('details:cancel.open')).click();
  const question = page.getByRole('dialog', { name: words('details:cancel.title') });
  await expect(question).toBeVisible();
  await expectGoodPage(page, language);
  await question.getByRole('button', { name: words('details:cancel.keep') }).click();
  await expect(question).toBeHidden();
  expect((await customer.order(order)).stage).not.toBe('cancelled');

  await wizard.button(words('details:cancel.open')).click();
  await question.getByLabel(words('details:cancel.reason')).selectOption(words('details:cancel.too-slow'));
  await question.getByRole('button', { name: words('details:cancel.confirm') }).click();
  await expect(wizard.heading(words('details:ended.cancelled'))).toBeVisible();
  const riyals = ((price?.total ?? 0) / 100).toString();
  await expect(page.getByText(words('details:ended.refunded'))).toContainText(riyals);
  await expectGoodPage(page, language);

  expect(await simulator.charges(order.id)).toMatchObject([
    { charged: price?.total, refunded: price?.total },
  ]);
  await expect.poll(() => customer.isFree(order.msisdn)).toBe(true);
  const told = async () => (await simulator.outbox(order.person.mobile)).at(0);
  await expect.poll(told).toMatchObject({ channel: 'sms', language });
  await expect.poll(async () => (await told())?.text).toContain(order.orderNumber);
});
