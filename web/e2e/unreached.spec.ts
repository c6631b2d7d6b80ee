import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Member } from './support/member.ts';
import { mobileWith, newPerson } from './support/people.ts';
import { openConsole } from './support/staff.ts';

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

test('a letter that is taken and bounces later is told at the order', async ({
  page,
  words,
  language,
  wizard,
  customer,
}) => {
  const person = { ...newPerson(), email: `full@${crypto.randomUUID()}.example` };
  const order = await customer.startedUntil('payment', { person, delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await expect(page.getByText(words('details:unreached.email'))).toBeVisible();
  await expect(page.getByText(words('details:unreached.mobile'))).toBeHidden();
  await expectGoodPage(page, language);
});

test('a letter with an invoice that bounces is told at the order and to support', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await simulator.refusesLetters(order.person.email);
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await expect(page.getByText(words('details:unreached.email'))).toBeVisible();
  await expect(page.getByText(words('details:unreached.mobile'))).toBeHidden();
  await expectGoodPage(page, language);
  await page.getByRole('link', { name: words('details:facts.receipt') }).click();
  await expect(wizard.heading(words('receipt:title'))).toBeVisible();

  const member = new Member(page, language, words, simulator);
  await openConsole(member, 'support@selfcare.example', 'console/find');
  await member.field(words('console:find.label')).fill(order.orderNumber);
  await page.keyboard.press('Enter');
  const messages = page.getByRole('region', { name: words('console:case.messages'), exact: true });
  await expect(messages.getByText(words('console:case.messageUnreached.email')).first()).toBeVisible();
});
