import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Support } from './support/support-team.ts';

test('a paid order is cancelled: the money goes back, the number is free again, an SMS says so', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();
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

test('the parcel of a cancelled order is with the courier: refused at the door, it comes back, and the money with it', async ({
  page,
  request,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  const now = page.getByRole('list', { name: words('details:statusLabel') }).locator('[aria-current=step]');
  await expect(now).toContainText(words('details:status.preparing'));
  await expect.poll(async () => (await customer.order(order)).shipment?.status).toBe('booked');

  await wizard.button(words('details:cancel.open')).click();
  const question = page.getByRole('dialog', { name: words('details:cancel.title') });
  await question.getByRole('button', { name: words('details:cancel.confirm') }).click();
  await expect(page.getByText(words('details:held.recalledTitle'), { exact: true })).toBeVisible();
  await expect(wizard.button(words('details:cancel.open'))).toBeHidden();
  await expectGoodPage(page, language);
  const told = async () => (await simulator.outbox(order.person.mobile)).at(0)?.text;
  await expect.poll(told).toContain(order.orderNumber);
  const support = Support.signIn(request);
  expect(await support.heldFor('parcel_with_courier')).toContain(order.orderNumber);

  await simulator.scan(order.orderNumber, 'picked-up', 'damaged', 'failed-attempt', 'returned');
  await expect(wizard.heading(words('details:ended.cancelled'))).toBeVisible();
  await expect(page.getByText('damaged')).toBeVisible();
  await expectGoodPage(page, language);
  const { price, delivery, ended } = await customer.order(order);
  const back = (price?.total ?? 0) - (delivery?.fee ?? 0);
  expect(ended).toMatchObject({ reason: 'parcel_returned', refunded: back });
  expect(await simulator.charges(order.id)).toMatchObject([{ charged: price?.total, refunded: back }]);
  expect(await support.books(order.id)).toMatchObject({ agree: true, findings: [] });
  await expect.poll(() => customer.isFree(order.msisdn)).toBe(true);
});
