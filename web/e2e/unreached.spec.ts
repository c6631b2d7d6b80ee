import { randomInt } from 'node:crypto';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { newPerson } from './support/people.ts';

/** A mobile number that no SMS reaches (docs/simulators.md). */
const noSuchMobile = () => `055${String(randomInt(1000)).padStart(3, '0')}9922`;

test('who cannot be reached by SMS reads it at the order, and follows it there', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const person = { ...newPerson(), mobile: noSuchMobile() };
  const order = await customer.startedUntil('payment', { person, delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await expect.poll(async () => (await simulator.outbox(person.email)).length).toBeGreaterThan(1);

  await simulator.scan(order.orderNumber, 'picked-up');
  const hint = page.getByText(words('details:unreached.mobile'));
  await expect(hint).toBeVisible();
  await expect(page.getByText('•••9922')).toBeVisible();
  await expect(page.getByText(words('details:unreached.email'))).toBeHidden();
  await expectGoodPage(page, language);
});
