import { readFile } from 'node:fs/promises';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Member } from './support/member.ts';
import { mobileWith, newPerson } from './support/people.ts';
import { openConsole } from './support/staff.ts';

test('the label of a parcel is printed in the console, which tells SMS and e-mail of a message apart', async ({
  page,
  words,
  language,
  customer,
  simulator,
  wizard,
}) => {
  const person = { ...newPerson(), mobile: mobileWith('9922') }; // no SMS reaches it
  const order = await customer.startedUntil('payment', { person, delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await simulator.scan(order.orderNumber, 'picked-up');
  await expect(page.getByText(words('details:unreached.mobile'))).toBeVisible();

  const member = new Member(page, language, words, simulator);
  await openConsole(member, 'support@selfcare.example', 'console/find');
  await member.field(words('console:find.label')).fill(order.orderNumber);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.orderNumber);
  const messages = page.getByRole('region', { name: words('console:case.messages'), exact: true });
  const stateOf = (channel: 'mobile' | 'email', state: 'sent' | 'refused') =>
    messages.getByText(
      words(`console:case.messageChannel.${channel}`, { state: words(`console:case.message.${state}`) }),
    );
  await expect(stateOf('mobile', 'refused').first()).toBeVisible();
  await expect(stateOf('email', 'sent').first()).toBeVisible();
  await expectGoodPage(page, language);

  const [label] = await Promise.all([
    page.waitForEvent('download'),
    member.button(words('console:ordered.label')).click(),
  ]);
  expect(label.suggestedFilename()).toMatch(/^label-\d+\.pdf$/);
  expect(await readFile(await label.path(), 'latin1')).toMatch(/^%PDF-/);
  await expectGoodPage(page, language);
});
