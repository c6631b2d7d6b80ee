import { theirNumber } from '../../../support/customer.ts';
import { newPerson } from '../../../support/people.ts';
import { laterDay } from '../../../support/working-day.ts';
import type { Walker } from '../../walker.ts';

/** The number, the result of the pre-check, and the review. */
async function ask({ page, wizard, words, problems, language, studio }: Walker): Promise<void> {
  const person = newPerson();
  await page.goto(`/${language}/bring-your-number`);
  await page.getByRole('radio', { name: words('start:port-in') }).waitFor();
  await studio.shoot('purchase-type');
  await wizard.next();
  await wizard.expectStep('mnp-number-selection');
  await studio.shoot('number');
  await wizard.next();
  await page.getByText(words('port:request.operatorError')).waitFor();
  await studio.shoot('number-errors');
  await page.getByRole('radio').first().check();
  await page.getByRole('checkbox').check();
  await wizard.field(words('port:request.msisdn')).fill(theirNumber('6004'));
  await wizard.next();
  await page.getByText(problems.port_recently_ported).waitFor();
  await studio.shoot('number-not-portable');
  await wizard.field(words('port:request.msisdn')).fill(theirNumber('6020'));
  await wizard.next();
  await wizard.heading(words('port:checked.title')).waitFor();
  await studio.shoot('checked');
  await page.getByRole('link', { name: words('common:actions.continue') }).click();
  await wizard.takePlan(/ 90$/);
  await wizard.fillEligibility(person);
  await wizard.checkEligibility();
  await wizard.expectStep('identity-validation');
  await wizard.passIdentity();
  await wizard.expectStep('user-information');
  await wizard.giveContact(person);
  await wizard.expectStep('delivery');
  await wizard.fillAddress('by-hand');
  await wizard.takeAddress();
  await wizard.expectStep('order-confirmation');
  await studio.shoot('confirmation');
}

/** Pays an order for a number with this ending. */
async function bring({ wizard, customer }: Walker, ending: string, notes = '') {
  const order = await customer.bring(theirNumber(ending));
  await customer.goOnUntil('payment', order, { notes });
  await wizard.payFor(order);
  return order;
}

/** Refusals, by the customer's options; then the request is sent again and the number moves. */
async function refused(walker: Walker): Promise<void> {
  const { page, wizard, words, problems, studio } = walker;
  await bring(walker, '6013');
  await page.getByText(problems.port_number_not_active).waitFor();
  await studio.shoot('rejected-correct');
  await bring(walker, '6001');
  await page.getByText(problems.port_unpaid_dues).waitFor();
  await studio.shoot('rejected-dues');
  await wizard.button(words('port:rejected.send')).click();
  await page.getByText(problems.port_unpaid_dues).waitFor({ state: 'hidden' });
  await studio.shoot('sent-again');
  await wizard.heading(words('details:activeTitle')).waitFor({ timeout: 60_000 });
  await studio.shoot('active');
}

/** The old operator has agreed; the customer postpones the switch. */
async function postponed(walker: Walker): Promise<void> {
  const { page, wizard, words, simulator, studio } = walker;
  const { orderNumber } = await bring(walker, '6021', 'by-hand');
  await wizard.button(words('port:another.open')).click();
  const days = page.getByLabel(words('port:request.window'));
  await days.waitFor();
  await studio.shoot('window');
  await days.selectOption(await laterDay(days));
  await wizard.button(words('port:another.send')).click();
  await page.getByText(words('port:another.done')).waitFor();
  await studio.shoot('window-chosen');
  await simulator.scan(orderNumber, 'picked-up', 'in-transit', 'out-for-delivery', 'delivered');
  await page.locator('[aria-current=step]', { hasText: words('details:status.number-moves') }).waitFor();
  await studio.shoot('window-waits');
}

/** The other operator does not answer; the customer withdraws. */
async function withdrawn(walker: Walker): Promise<void> {
  const { page, wizard, words, studio } = walker;
  await bring(walker, '6006');
  await page.locator('[aria-current=step]', { hasText: words('details:status.donor-agrees') }).waitFor();
  await studio.shoot('submitted');
  await wizard.button(words('details:withdraw.open')).click();
  const question = page.getByRole('dialog', { name: words('details:withdraw.title') });
  await question.waitFor();
  await studio.shoot('withdraw-dialog');
  await question.getByRole('button', { name: words('details:withdraw.confirm') }).click();
  await wizard.heading(words('details:ended.withdrawn')).waitFor();
  await studio.shoot('withdrawn');
}

export async function walkPort(walker: Walker): Promise<void> {
  await ask(walker);
  await withdrawn(walker);
  await postponed(walker);
  await refused(walker);
}
