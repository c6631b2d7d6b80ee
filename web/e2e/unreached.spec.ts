import { randomInt } from 'node:crypto';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { newPerson } from './support/people.ts';

/** A mobile number with magic digits (docs/simulators.md). */
const mobileWith = (digits: string) => `055${String(randomInt(1000)).padStart(3, '0')}${digits}`;

test('who cannot be reached by SMS reads it at the order, and follows it there', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const person = { ...newPerson(), mobile: mobileWith('9922') };
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

test('a customer whose SMS was taken, but did not arrive, reads it at the order', async ({
  page,
  wizard,
  words,
  customer,
  simulator,
}) => {
  const person = { ...newPerson(), mobile: mobileWith('9944') };
  const order = await customer.startedUntil('payment', { person, delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();

  await simulator.scan(order.orderNumber, 'picked-up');
  await expect(page.getByText(words('details:unreached.mobile'))).toBeVisible();
  await expect(page.getByText('•••9944')).toBeVisible();
  await expect.poll(async () => (await simulator.outbox(person.email)).length).toBeGreaterThan(1);
});
