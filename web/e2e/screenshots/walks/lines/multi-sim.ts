import { expect } from '@playwright/test';
import { EsimPages } from '../../../support/pages/esim.ts';
import { LinePages, mainAccount } from '../../../support/pages/lines.ts';
import type { Walker } from '../../walker.ts';

/** The SIMs of the line, and the dialogs that change them. */
async function manage({ page, wizard, words, problems, member, studio }: Walker): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Watch' }) });
  await member.goTo('multi-sim');
  await row.waitFor();
  await studio.shoot('list');
  await row.getByRole('button', { name: words('multi-sim:renaming.of', { name: 'Watch' }) }).click();
  await wizard.field(words('multi-sim:name')).fill('');
  await wizard.button(words('multi-sim:renaming.save')).click();
  await page.getByText(words('common:errors.required')).waitFor();
  await studio.shoot('rename-dialog');
  await wizard.field(words('multi-sim:name')).fill('Watch');
  await wizard.button(words('multi-sim:renaming.save')).click();
  await page.getByText(words('multi-sim:renaming.done')).waitFor();
  await studio.shoot('renamed');
  await row.getByRole('button', { name: words('multi-sim:deactivate.of', { name: 'Watch' }) }).click();
  await wizard.button(words('multi-sim:deactivate.confirm')).waitFor();
  await studio.shoot('deactivate-dialog');
  await wizard.button(words('common:actions.cancel')).click();
  await row.getByRole('button', { name: words('multi-sim:primary.of', { name: 'Watch' }) }).click();
  await studio.shoot('primary-dialog');
  // A line gets one code a minute.
  await expect(async () => {
    await wizard.button(words('multi-sim:primary.confirm')).click();
    await member.code.waitFor({ timeout: 5_000 });
  }).toPass({ timeout: 70_000 });
  await member.code.fill('000000');
  await page.getByText(problems.pin_incorrect).waitFor();
  await studio.shoot('primary-code');
  await page.keyboard.press('Escape');
}

/** Orders and installs another SIM. */
async function order(
  { page, wizard, words, member, simulator, language, studio }: Walker,
  pages: LinePages,
): Promise<void> {
  await member.goTo('order-sim');
  await page.getByRole('link', { name: words('accounts:logOutFirst.multiSim') }).waitFor();
  await studio.shoot('log-out-first');
  await member.goTo('multi-sim/order');
  await page.getByRole('radio', { name: words('multi-sim:order.esim') }).check();
  await studio.shoot('order');
  await wizard.button(words('multi-sim:order.start')).click();
  await wizard.heading(words('multi-sim:step.title')).waitFor();
  await wizard.field(words('multi-sim:name')).fill(`Boat ${language}`);
  await new EsimPages(wizard).choosePhone('iphone 16 pro', 'Apple iPhone 16 Pro');
  await studio.shoot('step');
  await wizard.next();
  await pages.identifyAndPay();
  await new EsimPages(wizard).install.waitFor();
  await studio.shoot('install');
  await member.goTo('multi-sim');
  await page.getByRole('heading', { name: 'Watch' }).waitFor();
  await studio.shoot('list-blocked');
  await page.goBack();
  await simulator.phoneReports(pages.orderId, 'downloaded', 'installed');
  await wizard.heading(words('details:activeMultisim')).waitFor();
  await studio.shoot('active');
}

/** Deactivates a SIM with the received code; takes pictures of the result. */
async function deactivate({ page, wizard, words, member, language, studio }: Walker): Promise<void> {
  const name = `Boat ${language}`;
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await member.goTo('multi-sim');
  await row.getByRole('button', { name: words('multi-sim:deactivate.of', { name }) }).click();
  await new LinePages(wizard, member).giveCodeOf(mainAccount.mobile, () =>
    wizard.button(words('multi-sim:deactivate.confirm')).click(),
  );
  await page.getByText(words('multi-sim:deactivate.done')).waitFor();
  await studio.shoot('deactivated');
}

async function refer({ wizard, words, member, page, browser, studio }: Walker): Promise<void> {
  await member.goTo('refer');
  await wizard.heading(words('referral:title')).waitFor();
  const link = (await page.getByText(/\?ref=/).textContent()) ?? '';
  await studio.shoot('refer');
  const friend = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await friend.goto(link);
  await friend.getByText(words('referral:invited.title')).waitFor();
  await friend.getByRole('button', { name: words('common:actions.showMore') }).waitFor();
  await studio.shoot('invited', friend);
}

export async function walkMultiSim(walker: Walker): Promise<void> {
  const pages = new LinePages(walker.wizard, walker.member);
  await pages.signIn();
  await manage(walker);
  await refer(walker);
  await order(walker, pages);
  await deactivate(walker);
}
