import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

/** Customers whose account a walk may change, and another person's number to add. */
const customers = {
  en: { mobile: '0570000001', email: 'prepaid@selfcare.example', toAdd: '0570000004' },
  ar: { mobile: '0570000002', email: 'postpaid@selfcare.example', toAdd: '0570000005' },
} as const;

const accounts = {
  prepaid: '0570000001',
  postpaid: '0570000002',
  main: 'main@selfcare.example',
  'data-sim': '830000000001',
} as const;

async function signOut({ page }: Walker): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** The dashboard of each kind of account, and of a sub-account with little left. */
async function dashboards(walker: Walker): Promise<void> {
  const { page, member, words, studio } = walker;
  for (const [kind, name] of Object.entries(accounts)) {
    await member.goTo('login');
    await member.signIn(name, seededPassword);
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
    await member.goTo('dashboard');
    await page.getByRole('heading', { name: words('dashboard:consumption.title'), exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(`dashboard-${kind}`);
    if (kind === 'main') {
      await page.locator('header button[aria-controls][aria-expanded=false]').last().click();
      await studio.shoot('account-menu');
      await member.goTo('sub-accounts');
      await member.button(words('accounts:use', { name: 'Driver' })).waitFor();
      await studio.shoot('sub-accounts');
      await member.button(words('accounts:use', { name: 'Driver' })).click();
      await page.getByText(words('accounts:switched', { name: 'Driver' })).waitFor();
      await studio.shoot('sub-accounts-switched');
      await member.goTo('dashboard');
      await page.getByRole('heading', { name: words('dashboard:consumption.title'), exact: true }).waitFor();
      await studio.shoot('dashboard-sub-account');
      await member.goTo('profile');
      await member.heading(words('profile:title')).waitFor();
      await studio.shoot('profile-sub-account');
    }
    await signOut(walker);
  }
}

/** The dashboard while the server fails. */
async function dashboardFailed({ page, member, words, studio }: Walker): Promise<void> {
  const dashboard = '**/api/dashboard*';
  await page.route(dashboard, (route) => route.fulfill({ status: 503, json: {} }));
  await member.goTo('dashboard');
  await page.getByText(words('dashboard:balance.failed')).waitFor({ timeout: 30_000 });
  await studio.shoot('dashboard-failed');
  await page.unroute(dashboard);
}

async function addAndDelete({ page, member, words, problems, simulator, language, studio }: Walker) {
  const { mobile, toAdd } = customers[language];
  await member.goTo('sub-accounts');
  await page.getByText(words('accounts:empty')).waitFor();
  await studio.shoot('sub-accounts-none');
  await member.link(words('accounts:add.open')).click();
  await member.field(words('accounts:add.mobile_number')).fill(mobile);
  await member.field(words('accounts:add.nickname')).fill('Majlis');
  await member.field(words('accounts:add.email')).fill('majlis@example.com');
  await member.button(words('accounts:add.send')).click();
  await page.getByText(problems.own_number).waitFor();
  await studio.shoot('add-account-refused');
  await member.field(words('accounts:add.mobile_number')).fill(toAdd);
  const code = await simulator.codeSentBy(toAdd, async () => {
    await member.button(words('accounts:add.send')).click();
    await member.code.waitFor();
  });
  await studio.shoot('add-account-code');
  await member.code.fill(code);
  await member.heading(words('accounts:add.done')).waitFor();
  await studio.shoot('add-account-done');
  await member.link(words('accounts:add.back')).click();
  await member.button(words('accounts:renameOf', { name: 'Majlis' })).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot('rename-account-dialog');
  await member.button(words('common:actions.cancel')).click();
  await member.button(words('accounts:removeOf', { name: 'Majlis' })).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot('delete-account-dialog');
  await member.button(words('accounts:deleting.confirm')).click();
  await page.getByText(words('accounts:deleting.done')).waitFor();
  await studio.shoot('account-deleted');
}

async function profile({ page, member, words, studio }: Walker): Promise<void> {
  await member.goTo('profile');
  await member.heading(words('profile:title')).waitFor();
  await studio.shoot('profile');
  await member.button(words('profile:preferences.save')).click();
  await page.getByText(words('profile:saved')).waitFor();
  await studio.shoot('profile-saved');
  await member.goTo('change-password');
  await member.changePassword('Not-mine-1', 'short');
  await member.submitPassword();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('change-password');
  await member.changePassword(seededPassword, `${seededPassword}x`);
  await page.getByRole('checkbox').check();
  await member.submitPassword();
  await member.heading(words('profile:changePassword.doneTitle')).waitFor();
  await studio.shoot('password-changed');
  await member.goTo('change-password');
  await member.changePassword(`${seededPassword}x`, seededPassword);
  await page.getByRole('checkbox').check();
  await member.submitPassword();
  await member.heading(words('profile:changePassword.doneTitle')).waitFor();
}

async function email({ page, member, words, simulator, language, studio }: Walker): Promise<void> {
  const newEmail = `new.${customers[language].email}`;
  await member.goTo('change-email');
  await member.field(words('profile:changeEmail.email')).fill('nobody');
  await member.button(words('profile:changeEmail.submit')).click();
  await page.getByText(words('profile:changeEmail.emailError')).waitFor();
  await studio.shoot('change-email');
  await member.field(words('profile:changeEmail.email')).fill(newEmail);
  await member.button(words('profile:changeEmail.submit')).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot('change-email-dialog');
  const code = await simulator.codeSentBy(newEmail, async () => {
    await member.button(words('profile:changeEmail.warningConfirm')).click();
    await member.code.waitFor();
  });
  await studio.shoot('confirm-email');
  await member.code.fill(code);
  await member.heading(words('profile:activateEmail.doneTitle')).waitFor();
  await studio.shoot('email-confirmed');
}

export async function walkAccount(walker: Walker): Promise<void> {
  await dashboards(walker);
  await walker.member.signInAt('profile', customers[walker.language].mobile);
  await profile(walker);
  await addAndDelete(walker);
  await email(walker);
  await dashboardFailed(walker);
}
