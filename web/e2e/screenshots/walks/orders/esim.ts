import { EsimPages, isolated } from '../../../support/pages/esim.ts';
import { newPerson } from '../../../support/people.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

/** The choice between SIM and eSIM, and the check of the phone. */
async function choosePhone({ page, wizard, words, language, studio }: Walker): Promise<void> {
  const esim = new EsimPages(wizard);
  await page.goto(`/${language}/order-esim`);
  await page.getByRole('radio', { name: words('start:esim') }).waitFor();
  await page.getByRole('radio', { name: words('start:physical') }).check();
  await studio.shoot('purchase-type');
  await page.getByRole('radio', { name: words('start:esim') }).check();
  await wizard.next();
  await page.getByText(words('device:modelError')).waitFor();
  await studio.shoot('device-error');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('nokia 3310');
  await page.getByText(words('device:none')).waitFor();
  await studio.shoot('device-unknown');
  await page.getByRole('radio', { name: words('device:byEid') }).check();
  await page.getByText(words('device:where')).click();
  await page.getByLabel(words('device:eid'), { exact: true }).fill('8904903200');
  await wizard.next();
  await studio.shoot('device-eid');
  await page.getByRole('radio', { name: words('device:byModel') }).check();
  await search.fill('iphone 16');
  await esim.choosePhone('iphone 16 pro', 'Apple iPhone 16 Pro');
  await studio.shoot('device-chosen');
  await wizard.next();
}

/** The rest of the wizard, with the pages that look different for an eSIM. */
async function orderIt({ page, wizard, customer, studio }: Walker): Promise<string> {
  const person = newPerson();
  await wizard.expectStep('number-selection');
  await wizard.takeNumber(await customer.freeNumber());
  await wizard.takePlan(/ 90$/);
  await wizard.fillEligibility(person);
  await wizard.checkEligibility();
  await wizard.expectStep('identity-validation');
  await wizard.passIdentity();
  await wizard.expectStep('user-information');
  await wizard.giveContact(person);
  await wizard.expectStep('order-confirmation');
  await studio.shoot('confirmation');
  await wizard.confirm();
  await wizard.pay(cards.paid);
  await new EsimPages(wizard).install.waitFor();
  return new URL(page.url()).pathname.split('/')[3] ?? '';
}

/** The QR code, a failed installation, another code, and the installed eSIM. */
async function install({ page, wizard, words, problems, simulator, studio }: Walker, id: string) {
  await studio.shoot('install');
  for (const phone of ['iphone', 'samsung', 'pixel', 'other'] as const) {
    await page.getByText(words(`esim:guide.${phone}.name`), { exact: true }).click();
  }
  await wizard.button(words('esim:send.action')).click();
  await page.getByText(words('esim:send.done')).waitFor();
  await studio.shoot('install-guides');
  await simulator.phoneReports(id, 'no-memory');
  await page.getByText(problems.esim_no_memory).waitFor();
  await studio.shoot('install-failed');
  await wizard.button(words('esim:failed.newCode')).click();
  const question = page.getByRole('dialog', { name: words('esim:failed.title') });
  await question.waitFor();
  await studio.shoot('reissue-dialog');
  await question.getByRole('button', { name: words('esim:failed.confirm') }).click();
  await question.waitFor({ state: 'hidden' });
  await new EsimPages(wizard).install.waitFor();
  await wizard.button(words('details:cancel.open')).click();
  await studio.shoot('cancel-dialog');
  await wizard.button(words('details:cancel.keep')).click();
  await simulator.phoneReports(id, 'downloaded');
  await page.getByText(words('esim:downloaded.title')).waitFor();
  await studio.shoot('downloaded');
  await simulator.phoneReports(id, 'installed');
  await wizard.heading(words('details:activeTitle')).waitFor();
  await page.getByText(words('details:timeline.all')).click();
  await studio.shoot('active');
  await wizard.button(words('active-line:account.create')).click();
  await page.getByText(words('active-line:made.title')).waitFor();
  await studio.shoot('active-account');
}

/** A phone in the list may refuse the profile: the page asks for another phone. */
async function otherPhone(walker: Walker): Promise<void> {
  const { page, wizard, words, problems, customer, simulator, studio } = walker;
  const order = await customer.esimUntilPayment();
  await wizard.payFor(order);
  await new EsimPages(wizard).install.waitFor();
  await simulator.phoneReports(order.id, 'not-eligible');
  await page.getByText(problems.device_not_supported).waitFor();
  await wizard.button(words('esim:failed.newCode')).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot('reissue-other-phone');
}

/** The phone has the profile, but the network refuses to activate the line: support has to act. */
async function notSwitchedOn({ page, wizard, words, language, customer, simulator, studio }: Walker) {
  const order = await customer.esimUntilPayment();
  await simulator.refusesToActivate(order.msisdn);
  await wizard.payFor(order);
  await new EsimPages(wizard).install.waitFor();
  await simulator.phoneReports(order.id, 'downloaded', 'installed');
  await page.getByText(words('details:held.esimActivation')).waitFor();
  await studio.shoot('not-switched-on');
  await page.goto(`/${language}/sim-activation?order=${order.id}`);
  await page.getByText(words('sim-activation:heldEsim', { number: isolated(order.orderNumber) })).waitFor();
  await studio.shoot('not-switched-on-activation');
}

export async function walkEsim(walker: Walker): Promise<void> {
  await choosePhone(walker);
  await install(walker, await orderIt(walker));
  await otherPhone(walker);
  await notSwitchedOn(walker);
}
