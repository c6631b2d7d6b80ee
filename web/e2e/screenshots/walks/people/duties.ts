import { expect } from '@playwright/test';
import type { CaseDetail } from '../../../../src/api/gen-support/index.ts';
import { elsewhere, type Member, seededPassword } from '../../../support/member.ts';
import { openSession } from '../../../support/session.ts';
import { cards } from '../../../support/simulator.ts';
import { openConsole } from '../../../support/staff.ts';
import type { Walker } from '../../walker.ts';

type Shoot = (name: string) => Promise<void>;

/** Searches for text from a caller; a number that names exactly one thing opens its page. */
async function find({ page, words, goTo, field }: Member, what: string): Promise<void> {
  await goTo('console/find');
  await field(words('console:find.label')).fill(what);
  await page.keyboard.press('Enter');
}

/** A bill with an open amount, and the form of its credit note with mistakes. */
async function bill(agent: Member, shoot: Shoot): Promise<void> {
  const { page, words } = agent;
  await find(agent, 'INV2026-00000004');
  await page.getByText(words('console:bill.services'), { exact: true }).waitFor();
  await shoot('bill');
  await agent.button(words('console:bill.credit')).click();
  await agent.field(words('console:credit.amount')).fill('100000');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await shoot('credit-note');
}

/** A voucher that a customer has redeemed. */
async function purchase(agent: Member, shoot: Shoot): Promise<void> {
  const { page, words, language } = agent;
  const token = await openSession(page.request, '0570000006', seededPassword);
  const headers = { Authorization: `Bearer ${token}`, 'accept-language': language };
  const bought = await page.request.post('/api/purchases', {
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    data: { kind: 'voucher', pay: { way: 'voucher' }, voucher: `VCHR20SAR0004${language === 'en' ? 1 : 2}` },
  });
  expect(bought.ok(), await bought.text()).toBe(true);
  await find(agent, (await bought.json()).data.number);
  await page.getByText(words('console:bought.title'), { exact: true }).waitFor();
  await shoot('purchase');
}

/** The contact of a held order, with the mistakes of its form and its preview. */
async function contact(walker: Walker, agent: Member, shoot: Shoot): Promise<void> {
  const { customer, wizard, words } = walker;
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await wizard.page.getByText(words('details:held.addressTitle'), { exact: true }).waitFor();
  await find(agent, order.orderNumber);
  const { page } = agent;
  const actions = page.getByRole('region', { name: words('console:case.actions'), exact: true });
  await actions.getByRole('button', { name: words('console:amend.part.contact') }).click();
  await agent.field(words('console:amend.mobile')).fill('0551');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await shoot('contact-mistakes');
  await agent.field(words('console:amend.mobile')).fill('0551234567');
  await agent.field(words('console:amend.mobileConfirmation')).fill('0551234567');
  await page.getByText(words('console:decide.preview')).waitFor();
  await shoot('contact');
}

/**
 * A payment with an outcome that its provider never reported. The page offers the statement after half an
 * hour, so the walk sets the time forward.
 */
async function statement(walker: Walker, agent: Member, shoot: Shoot): Promise<void> {
  const { customer, wizard, words, simulator } = walker;
  await simulator.knobs('payment', { pace: { settleAfterMs: 60 * 60_000 } });
  const order = await customer.startedUntil('payment');
  await wizard.payFor(order, cards.unknownThenPending);
  await wizard.page.getByText(words('order:payment.pendingTitle')).waitFor();
  await simulator.knobs('payment', { pace: { settleAfterMs: 1_000 } });
  const { page } = agent;
  await page.route(`**/api/support/cases/order/${order.id}`, async (route) => {
    const response = await route.fetch();
    const answer: { data: CaseDetail } = await response.json();
    const payments = answer.data.payments?.map((payment) => ({ ...payment, stateable: true }));
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, payments } } });
  });
  await find(agent, order.orderNumber);
  await shoot('payment-unknown');
  await agent.button(words('console:statement.title')).click();
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await shoot('statement-mistakes');
  await page.getByRole('radio').first().check();
  await shoot('statement');
}

/** The tasks of support for a bill, a purchase, a contact and a payment; nothing is decided. */
export async function walkDuties(walker: Walker): Promise<void> {
  const { browser, member, studio } = walker;
  const agent = await elsewhere(browser, member);
  const shoot: Shoot = (name) => studio.shoot(name, agent.page);
  await openConsole(agent, 'supervisor@selfcare.example');
  await bill(agent, shoot);
  await purchase(agent, shoot);
  await contact(walker, agent, shoot);
  await statement(walker, agent, shoot);
  await agent.page.context().close();
}
