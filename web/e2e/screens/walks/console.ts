import { Member } from '../../support/member.ts';
import { inRiyadh } from '../../support/riyadh.ts';
import { openConsole } from '../../support/staff.ts';
import type { Walker } from '../walker.ts';

type Shoot = (name: string) => Promise<void>;

/** A text of a message as it would be, in both languages; nothing is proposed. */
async function proposal({ page, words, goTo, button }: Member, shoot: Shoot): Promise<void> {
  await goTo('console/changes');
  await button(words('changes:propose.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('changes:field.kind'), { exact: true }).selectOption('message');
  await dialog.getByLabel(words('changes:field.key'), { exact: true }).selectOption('line-active');
  await dialog.locator('[type=submit]').click();
  await dialog.getByRole('region', { name: words('changes:propose.preview') }).waitFor();
  await shoot('proposal');
}

/** One with mistakes, then its banner, then the list with it, and its end: customers wait for no walk. */
async function incident({ page, words, goTo, button, field }: Member, shoot: Shoot): Promise<void> {
  await goTo('console/incidents');
  await button(words('incidents:open.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[type=submit]').click();
  await dialog.getByText(words('incidents:field.whatError')).waitFor();
  await shoot('incident-mistakes');
  await field(words('incidents:field.city')).selectOption('bisha');
  await field(words('incidents:field.until')).fill(inRiyadh(Date.now() + 5 * 60 * 60_000));
  await field(words('incidents:field.textEn')).fill('A sandstorm keeps couriers in Bisha from driving.');
  await field(words('incidents:field.textAr')).fill('عاصفة رملية تمنع مندوبي التوصيل في بيشة من القيادة.');
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
  await first.getByRole('button').last().click();
  await dialog.waitFor();
  await shoot('incident-end');
  await button(words('incidents:end.send')).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The pages of the console with work in them: an order whose parcel is refused, and a recharge nobody knows about. */
export async function walkConsole(walker: Walker): Promise<void> {
  const { browser, language, words, customer, wizard, simulator, studio } = walker;
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await wizard.page.getByText(words('details:held.title'), { exact: true }).waitFor();
  const context = await browser.newContext();
  const member = new Member(await context.newPage(), language, words, simulator);
  const { page } = member;
  const shoot = (name: string) => studio.shoot(name, page);
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
  await actions.getByRole('button').first().click();
  await page.getByText(words('console:decide.preview')).waitFor();
  await shoot('decision');
  await page.keyboard.press('Escape');
  await actions.getByRole('button').nth(1).click();
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
    ['changes', words('changes:title')],
    ['incidents', words('incidents:title')],
  ] as const) {
    await member.goTo(`console/${path}`);
    await member.heading(title).waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(path);
  }
  await proposal(member, shoot);
  await incident(member, shoot);
  await member.goTo('console/bulk');
  await member.field(words('console:bulk.kind')).selectOption('order');
  await member.button(words('console:bulk.dryRun')).click();
  await page.getByRole('region', { name: words('console:bulk.preview') }).waitFor();
  await shoot('dry-run');
  await context.close();
}
