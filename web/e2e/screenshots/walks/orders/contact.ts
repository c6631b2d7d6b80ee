import { timeCode } from '../../../support/authenticator.ts';
import { elsewhere, seededPassword } from '../../../support/member.ts';
import { LinePages } from '../../../support/pages/lines.ts';
import { newPerson } from '../../../support/people.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

/** A guest types a birth date in each calendar, and proves the contact with a code. */
async function guest({ page, wizard, words, customer, studio }: Walker): Promise<void> {
  const early = await customer.startedUntil('eligibility-check');
  await page.goto(early.link('eligibility-check'));
  await page.getByLabel(words('order:eligibility.idNumber'), { exact: true }).fill(early.person.idNumber);
  await page.getByText(words('order:eligibility.hijri'), { exact: true }).click();
  await page.getByLabel(words('order:eligibility.month'), { exact: true }).selectOption('12');
  await wizard.birthDatePart('day').fill('29');
  await wizard.birthDatePart('year').fill('1412');
  await studio.shoot('birth-date-hijri');
  await page.getByText(words('order:eligibility.gregorian'), { exact: true }).click();
  await studio.shoot('birth-date-gregorian');
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  await wizard.expectStep('user-information');
  await studio.shoot('contact');
  await wizard.fillContact(newPerson());
  await wizard.next();
  await wizard.code.waitFor();
  await studio.shoot('contact-code');
}

/** A signed-in customer confirms the contact, saves a card and pays with it. */
async function member({ page, wizard, words, member, studio }: Walker): Promise<void> {
  const pages = new LinePages(wizard, member);
  await pages.signIn();
  for (const card of [cards.challengedMada, cards.paid]) {
    await member.goTo('multi-sim/order');
    await page.getByRole('radio', { name: words('multi-sim:order.physical') }).check();
    await wizard.button(words('multi-sim:order.start')).click();
    await wizard.field(words('multi-sim:name')).fill(`Boat ${card.slice(-2)}`);
    await wizard.next();
    await wizard.expectStep('identity-validation');
    await wizard.passIdentity();
    await wizard.expectStep('user-information');
    await studio.shoot('contact-known');
    await wizard.next();
    await wizard.expectStep('delivery');
    await wizard.fillAddress('by-hand');
    await wizard.takeAddress();
    await wizard.confirm();
    const another = await wizard.anotherCard();
    await studio.shoot('payment');
    await another?.check();
    await page.getByRole('checkbox', { name: words('payment:keep') }).check();
    await studio.shoot('payment-other-card');
    await wizard.pay(card);
    if (card === cards.challengedMada) {
      await wizard.approveAtBank();
    }
    await wizard.expectPlaced();
    await studio.shoot('placed');
    await wizard.button(words('details:cancel.open')).click();
    await wizard.button(words('details:cancel.confirm')).click();
    await wizard.heading(words('details:ended.cancelled')).waitFor();
  }
  await member.goTo('sessions');
  await page.getByText(words('sessions:open.current'), { exact: true }).waitFor();
  await studio.shoot('sessions');
}

/** A staff member types a code after the password. */
async function staff({ browser, language, words, member, studio }: Walker): Promise<void> {
  const other = await elsewhere(browser, member);
  await other.goTo('login');
  const name = language === 'en' ? 'Supervisor' : 'Operator';
  await other.signIn(`${name.toLowerCase()}@selfcare.example`, seededPassword);
  await other.heading(words('second-factor:prove.title')).waitFor();
  await studio.shoot('second-factor', other.page);
  await other.field(words('second-factor:prove.code')).fill(timeCode());
  await other.button(words('second-factor:prove.submit')).click();
  await other.page.waitForURL(/console/); // where a member of staff works
  await other.goTo('second-factor'); // the console has no account menu
  await other.menuOf(name).click();
  await studio.shoot('account-of-staff', other.page);
  await other.page.context().close();
}

export async function walkContact(walker: Walker): Promise<void> {
  await guest(walker);
  await staff(walker);
  await member(walker);
}
