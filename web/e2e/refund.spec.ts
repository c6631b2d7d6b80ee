import { riyals as declined } from '../src/i18n/riyal-noun.ts';
import { riyals } from '../src/lib/text/format.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Support } from './support/support-team.ts';

test('support refunds a completed order: the line stays, order and receipt say what went back', async ({
  page,
  request,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment');
  await wizard.payFor(order);
  await page.getByRole('link', { name: words('details:activate') }).click();
  await wizard.button(words('identity:send')).click();
  await wizard.button(words('sim-activation:finish.submit')).click();
  await expect(wizard.heading(words('sim-activation:done.title'))).toBeVisible();
  const total = (await customer.order(order)).price?.total ?? 0;

  const support = Support.signIn(request);
  // A refund is refused while the order still sends its last messages.
  await expect(() => support.refund(order.id)).toPass();
  await expect.poll(async () => (await customer.order(order)).refund?.doneAt).toBeDefined();
  expect(await simulator.charges(order.id)).toMatchObject([{ charged: total, refunded: total }]);
  expect(await support.books(order.id)).toMatchObject({ agree: true, findings: [] });

  await page.getByRole('link', { name: words('sim-activation:done.order') }).click();
  await expect(wizard.heading(words('details:activeTitle'))).toBeVisible();
  const fact = page.getByRole('definition').filter({ hasText: words('details:ended.refundTime') });
  await expect(fact).toContainText(riyals(total));
  const amount = (total / 100).toFixed(2);
  const returned = problems['refund.done']
    .replace('{amount} ريال', declined(amount))
    .replace('{amount}', amount);
  await expect(page.getByText(returned)).toBeVisible();
  await expectGoodPage(page, language);
  await page.getByRole('link', { name: words('details:facts.receipt') }).click();
  await expect(page.getByText(words('receipt:refunded'))).toContainText(riyals(total));
  await expectGoodPage(page, language);

  const told = async () => (await simulator.outbox(order.person.mobile)).at(0);
  await expect.poll(async () => (await told())?.text).toContain(order.orderNumber);
});
