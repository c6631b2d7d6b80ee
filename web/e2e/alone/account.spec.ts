import type { Browser } from '@playwright/test';
import { spacedMobile } from '../../src/lib/digits.ts';
import { expect, test } from '../ground/journey.ts';
import { expectGoodPage } from '../ground/looks.ts';
import { Member, seededPassword } from '../ground/member.ts';

/** Seeded customers without sub-accounts, and numbers of somebody else to add. What is changed is put back. */
const customers = {
  en: { mobile: '0570000001', name: 'Noura', email: 'prepaid@selfcare.example', toAdd: '0570000004' },
  ar: { mobile: '0570000002', name: 'Fahad', email: 'postpaid@selfcare.example', toAdd: '0570000005' },
} as const;

const screens = {
  en: { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
  ar: { viewport: { width: 1280, height: 800 } },
} as const;

/** Any other six digits. */
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

/** The same customer in another browser. */
async function elsewhere(browser: Browser, { language, words, simulator }: Member): Promise<Member> {
  const context = await browser.newContext();
  return new Member(await context.newPage(), language, words, simulator);
}

for (const language of ['en', 'ar'] as const) {
  const { mobile, name, email, toAdd } = customers[language];
  const newEmail = `new.${email}`;

  test.describe(`a customer's account (${language})`, () => {
    test.use({ language, ...screens[language] });

    test('a number is added, switched to, and gone once somebody else deletes it', async ({
      page,
      browser,
      words,
      problems,
      simulator,
    }) => {
      const member = new Member(page, language, words, simulator);
      await member.signInAt('sub-accounts', mobile);
      const other = await elsewhere(browser, member);
      await other.signInAt('sub-accounts', mobile);
      await expectGoodPage(page, language);
      await member.link(words('accounts:add.open')).click();
      await expect(member.heading(words('accounts:add.title'))).toBeVisible();

      await test.step('not the number of the account itself', async () => {
        await member.field(words('accounts:add.mobile_number')).fill(mobile);
        await member.field(words('accounts:add.nickname')).fill('Majlis');
        await member.field(words('accounts:add.email')).fill('majlis@example.com');
        await member.button(words('accounts:add.send')).click();
        await expect(page.getByText(problems.own_number)).toBeVisible();
        await expectGoodPage(page, language);
      });
      await member.field(words('accounts:add.mobile_number')).fill(toAdd);
      const code = await simulator.codeSentBy(toAdd, async () => {
        await member.button(words('accounts:add.send')).click();
        await expect(member.code).toBeFocused();
      });
      await member.code.fill(wrongFor(code));
      await expect(page.getByText(problems.pin_incorrect)).toBeVisible();
      await expectGoodPage(page, language);
      await member.code.fill(code);
      await expect(member.heading(words('accounts:add.done'))).toBeFocused();
      await member.button(words('accounts:add.use')).click();

      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole('main').getByText(spacedMobile(toAdd))).toBeVisible();
      await expect(member.menuOf('Majlis')).toBeVisible();
      await expectGoodPage(page, language);
      await member.goTo('change-password');
      await expect(member.button(words('profile:sub.switch'))).toBeVisible();
      await member.goTo('dashboard');

      await other.page.reload();
      await other.button(words('accounts:removeOf', { name: 'Majlis' })).click();
      await other.button(words('accounts:deleting.confirm')).click();
      await expect(other.page.getByText(words('accounts:deleting.done'))).toBeVisible();
      await other.page.context().close();

      await page.reload();
      await expect(page.getByRole('main').getByText(spacedMobile(mobile))).toBeVisible();
      await expect(member.menuOf(name)).toBeVisible();
      await member.goTo('sub-accounts');
      await expect(page.getByText(words('accounts:empty'))).toBeVisible();
    });

    test('a changed password ends every other session, and is put back on the same page', async ({
      page,
      browser,
      words,
      problems,
      simulator,
    }) => {
      const chosen = `Desert-${Date.now()}`;
      const member = new Member(page, language, words, simulator);
      await member.signInAt('change-password', email);
      const other = await elsewhere(browser, member);
      await other.signInAt('profile', email);

      await member.changePassword('Not-mine-1', chosen);
      await member.submitPassword();
      await expect(page.getByText(problems.change_password_failed)).toBeVisible();
      await expectGoodPage(page, language);
      await member.changePassword(seededPassword, chosen);
      await member.submitPassword();
      await expect(page).toHaveURL(/\/login$/);

      await test.step('the other browser is told, and comes back with the new password only', async () => {
        const sidebar = other.page.getByRole('navigation', { name: words('shell:sidebar.label') });
        await sidebar.getByRole('link', { name: words('shell:sidebar.usage') }).click();
        await expect(other.page.getByRole('dialog')).toContainText(words('shell:expired.title'));
        await other.button(words('shell:expired.signIn')).click();
        await other.signIn(email, seededPassword);
        await expect(other.page.getByText(problems.invalid_login)).toBeVisible();
        await other.signIn(email, chosen);
        await expect(other.page).toHaveURL(/\/dashboard$/);
        await other.page.context().close();
      });

      await member.signInAt('change-password', email, chosen);
      await member.changePassword(chosen, seededPassword);
      await page.getByRole('checkbox').check();
      await member.submitPassword();
      await expect(member.heading(words('profile:changePassword.doneTitle'))).toBeFocused();
      await member.goTo('profile');
      await expect(member.heading(words('profile:title'))).toBeVisible();
    });

    test('messages come in the language chosen, and to another e-mail once its code was entered', async ({
      page,
      words,
      problems,
      simulator,
    }) => {
      const member = new Member(page, language, words, simulator);
      await member.signInAt('profile', mobile);
      const sidebar = page.getByRole('navigation', { name: words('shell:sidebar.label') });
      const entry = sidebar.getByRole('link', { name: words('shell:sidebar.profile') });
      await expect(entry, 'the row of entries is moved to the one of this page').toBeInViewport();
      const chosen = member.field(words('profile:preferences.language'));
      await chosen.selectOption('ur');
      await member.button(words('profile:preferences.save')).click();
      await expect(page.getByText(words('profile:saved'))).toBeVisible();
      await page.reload();
      await expect(chosen).toHaveValue('ur');
      await expectGoodPage(page, language);
      await member.link(words('profile:email.change')).click();
      await member.field(words('profile:changeEmail.email')).fill(newEmail);
      await member.button(words('profile:changeEmail.submit')).click();
      await expect(page.getByRole('dialog')).toContainText(email);
      await expectGoodPage(page, language);
      const code = await simulator.codeSentBy(newEmail, async () => {
        await member.button(words('profile:changeEmail.warningConfirm')).click();
        await expect(member.code).toBeFocused();
      });
      await member.code.fill(wrongFor(code));
      await expect(page.getByText(problems.code_incorrect)).toBeVisible();
      await member.code.fill(code);
      await expect(member.heading(words('profile:activateEmail.doneTitle'))).toBeFocused();
      await expectGoodPage(page, language);
      await member.link(words('profile:activateEmail.back')).click();
      await expect(page.getByRole('main').getByText(newEmail)).toBeVisible();
      await expect(page.getByText(words('profile:email.confirmed'))).toBeVisible();
    });
  });
}
