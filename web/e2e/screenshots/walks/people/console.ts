import { expect, type Page } from '@playwright/test';
import type { OpenOrder } from '../../../support/customer.ts';
import { Member } from '../../../support/member.ts';
import { fillMoment } from '../../../support/riyadh.ts';
import { openConsole } from '../../../support/staff.ts';
import { pretendOrder } from '../../pretend.ts';
import type { Walker } from '../../walker.ts';

type Shoot = (name: string, page?: Page) => Promise<void>;

/** Previews of a changed setting and a changed message text, in both languages; nothing is proposed. */
async function proposal({ page, words, goTo, button }: Member, shoot: Shoot): Promise<void> {
  await goTo('console/changes');
  await button(words('proposals:propose.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('proposals:field.key'), { exact: true }).selectOption('esimReadyWithin');
  await dialog.getByLabel(words('proposals:field.count'), { exact: true }).fill('90');
  await dialog.locator('[type=submit]').click();
  await dialog.getByRole('region', { name: words('proposals:propose.preview') }).waitFor();
  await shoot('setting');
  await dialog
    .getByLabel(words('proposals:field.key'), { exact: true })
    .selectOption('providerFeeMadaBasisPoints');
  await dialog.getByRole('textbox').first().fill('0,8x');
  await dialog.locator('[type=submit]').click();
  await dialog.locator('[aria-invalid=true]').first().waitFor();
  await shoot('setting-percentage');
  await dialog.getByLabel(words('proposals:field.kind'), { exact: true }).selectOption('message');
  await dialog.getByLabel(words('proposals:field.key'), { exact: true }).selectOption('line-active');
  await dialog.locator('[type=submit]').click();
  await dialog.getByRole('region', { name: words('proposals:propose.preview') }).waitFor();
  await shoot('proposal');
}

/** The customer's view of the incident, and of a late order. */
async function banners(walker: Walker, order: OpenOrder, shoot: Shoot): Promise<void> {
  const { wizard, words } = walker;
  const told = wizard.page.getByText(words('details:incident.title'), { exact: true });
  await expect(async () => {
    await wizard.page.reload();
    await told.waitFor({ timeout: 3_000 });
  }).toPass();
  await shoot('customer-incident', wizard.page);
  await pretendOrder(walker, order, () => ({
    late: {
      since: new Date().toISOString(),
      expectedBy: new Date(Date.now() + 26 * 60 * 60_000).toISOString(),
    },
  }));
  await wizard.page.reload();
  await wizard.page.getByText(words('details:late.title')).waitFor();
  await shoot('customer-late', wizard.page);
  await wizard.page.unrouteAll({ behavior: 'ignoreErrors' });
}

/**
 * The form of an incident with mistakes, its banner, the list with the incident, and its end: customers must
 * not wait for a walk.
 */
async function incident(
  walker: Walker,
  { page, words, goTo, button, field }: Member,
  shoot: Shoot,
): Promise<void> {
  const { customer, wizard } = walker;
  const order = await customer.startedUntil('payment', { delivery: { city: 'tabuk', notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await goTo('console/incidents');
  await button(words('incidents:open.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[type=submit]').click();
  await dialog.getByText(words('incidents:field.whatError')).waitFor();
  await shoot('incident-mistakes');
  await field(words('incidents:field.city')).selectOption('tabuk');
  await fillMoment(dialog, words, words('incidents:field.until'), Date.now() + 5 * 60 * 60_000);
  await field(words('incidents:field.textEn')).fill('A sandstorm keeps couriers in Tabuk from driving.');
  await field(words('incidents:field.textAr')).fill('عاصفة رملية تمنع مندوبي التوصيل في تبوك من القيادة.');
  await dialog.locator('[type=submit]').click();
  await dialog.getByText(words('details:incident.title')).waitFor();
  await shoot('incident-banner');
  await dialog.locator('[type=submit]').click();
  await dialog.waitFor({ state: 'hidden' });
  const first = page
    .getByRole('list', { name: words('incidents:title') })
    .getByRole('listitem')
    .first();
  await shoot('incident');
  await banners(walker, order, shoot);
  await first.getByRole('button').last().click();
  await dialog.waitFor();
  await shoot('incident-end');
  await button(words('incidents:end.send')).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A completed order with a large refund, which needs two persons: one agent requests it, another decides. */
async function refund(
  { browser, language, words, customer, wizard, simulator }: Walker,
  member: Member,
  shoot: Shoot,
): Promise<void> {
  const order = await customer.take(await customer.freeNumber('gold'));
  await customer.goOnUntil('payment', order);
  await wizard.payFor(order);
  await wizard.page.getByRole('link', { name: words('details:activate') }).click();
  await wizard.button(words('identity:send')).click();
  await wizard.button(words('sim-activation:finish.submit')).click();
  await wizard.heading(words('sim-activation:done.title')).waitFor();
  const { page } = member;
  await member.goTo('console/find');
  await member.field(words('console:find.label')).fill(order.orderNumber);
  await page.keyboard.press('Enter');
  await member.button(words('console:refund.ask')).click();
  await page.getByText(words('console:decide.preview')).waitFor();
  await shoot('refund');
  await member.field(words('console:refund.note')).fill('The line was sold by mistake');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.getByText(words('console:refund.waits')).waitFor();
  await shoot('completed');
  await member.goTo('console/approvals');
  await page.getByText(words('console:approvals.own')).first().waitFor();
  await shoot('own-request');
  const context = await browser.newContext();
  const other = new Member(await context.newPage(), language, words, simulator);
  await openConsole(other, 'approver@selfcare.example', 'console/approvals');
  const number = `\u2066${order.orderNumber}\u2069`;
  const what = words('console:approvals.way.refund', { number });
  await other.button(words('console:approvals.approveTitle', { what })).click();
  await other.page.getByRole('dialog').waitFor();
  await shoot('approval', other.page);
  await other.page.getByRole('dialog').getByRole('textbox').fill('Seen the call');
  await other.page.getByRole('dialog').locator('[type=submit]').click();
  await other.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await context.close();
}

/** The pages of a staff member with another role. */
async function closed({ browser, language, words, simulator }: Walker, shoot: Shoot): Promise<void> {
  const context = await browser.newContext();
  const operator = new Member(await context.newPage(), language, words, simulator);
  await openConsole(operator, 'operator@selfcare.example');
  await shoot('closed', operator.page);
  await context.close();
}

/**
 * The pages of the console with work in them: an order with a refused parcel, and a recharge with an unknown
 * result.
 */
export async function walkConsole(walker: Walker): Promise<void> {
  const { browser, language, words, customer, wizard, simulator, studio } = walker;
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await wizard.page.getByText(words('details:held.addressTitle'), { exact: true }).waitFor();
  const context = await browser.newContext();
  const member = new Member(await context.newPage(), language, words, simulator);
  const { page } = member;
  const shoot: Shoot = (name, of = page) => studio.shoot(name, of);
  await openConsole(member, 'supervisor@selfcare.example', 'console?order=newest');
  const row = page.getByRole('link', { name: order.orderNumber, exact: true });
  await row.waitFor();
  await shoot('queue');
  await member.button(words('console:keys.title')).click();
  await page.getByRole('dialog').waitFor();
  await shoot('keys');
  await page.keyboard.press('Escape');
  await row.click();
  const actions = page.getByRole('region', { name: words('console:case.actions'), exact: true });
  await actions.waitFor();
  await shoot('case');
  await actions.getByRole('button').nth(1).click();
  await page.getByText(words('console:decide.preview')).waitFor();
  await shoot('decision');
  await page.keyboard.press('Escape');
  await actions.getByRole('button', { name: words('console:amend.part.address') }).click();
  await member.field(words('console:amend.street')).waitFor();
  await shoot('amendment');
  await page.keyboard.press('Escape');
  await member.goTo('console/find');
  const field = member.field(words('console:find.label'));
  await field.fill('0570000001');
  await page.keyboard.press('Enter');
  const customerLink = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await customerLink.waitFor();
  await shoot('found');
  await field.fill('?!');
  await page.keyboard.press('Enter');
  await shoot('find-mistake');
  await field.fill('0570000001');
  await page.keyboard.press('Enter');
  await customerLink.click();
  await page.getByText(words('console:customer.lines'), { exact: true }).waitFor();
  await shoot('customer');
  await member.goTo('console/find');
  await member.button(words('console:caller.begin')).click();
  await shoot('caller');
  for (const [path, title] of [
    ['approvals', words('console:approvals.title')],
    ['audit', words('console:audit.title')],
    ['bulk', words('console:bulk.title')],
    ['changes', words('proposals:title')],
    ['incidents', words('incidents:title')],
  ] as const) {
    await member.goTo(`console/${path}`);
    await member.heading(title).waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(path);
  }
  await proposal(member, shoot);
  await incident(walker, member, shoot);
  await member.goTo('console/bulk');
  await member.field(words('console:bulk.kind')).selectOption('order');
  await member.button(words('console:bulk.dryRun')).click();
  await page.getByRole('region', { name: words('console:bulk.preview') }).waitFor();
  await shoot('dry-run');
  await refund(walker, member, shoot);
  await context.close();
  await closed(walker, shoot);
}
