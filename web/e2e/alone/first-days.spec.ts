import { spacedMobile } from '../../src/lib/digits.ts';
import { expect, test } from '../ground/journey.ts';
import { expectGoodPage } from '../ground/looks.ts';
import { elsewhere, Member, wrongFor } from '../ground/member.ts';
import { SignIn } from '../ground/sign-in.ts';
import { loadContent, setAccess } from '../ground/stack.ts';

/** A number in service that nobody has registered, and one of somebody else to add: for each language its own. */
const lines = {
  en: { mobile: '0570000010', idNumber: '1077000048', toAdd: '0570000004' },
  ar: { mobile: '0570000011', idNumber: '1077000048', toAdd: '0570000005' },
} as const;

const screens = {
  en: { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
  ar: { viewport: { width: 1280, height: 800 } },
} as const;

/** A menu entry and the page behind it, both for lines that may transfer credit. */
const withTransfer = (content: string): string =>
  content
    .replace(
      '\nmenus:\n',
      '\n  - { key: transfer, template: terms, path: credit-transfer, signIn: true }\n\nmenus:\n',
    )
    .replace(
      '\n  footer-menu:\n',
      '\n    - { slug: creditTransfer, title: { en: Transfer credit, ar: تحويل الرصيد }, route: transfer }\n  footer-menu:\n',
    );

test.afterAll(() => loadContent());

for (const language of ['en', 'ar'] as const) {
  const line = lines[language];
  const nickname = 'Majlis';
  const transfer = language === 'en' ? 'Transfer credit' : 'تحويل الرصيد';

  test.describe(`the first days of an account (${language})`, () => {
    test.use({ language, ...screens[language] });

    test('registered, back by code, a number added, its permission and then the session taken away', async ({
      page,
      browser,
      words,
      problems,
      simulator,
      signIn,
      isMobile,
    }) => {
      test.slow();
      await loadContent(withTransfer);
      const member = new Member(page, language, words, simulator);
      const entry = page.getByRole('link', { name: transfer, exact: true });
      const openMenu = async () => {
        if (isMobile) {
          await member.button(words('common:nav.menu')).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        }
      };

      await test.step('register', async () => {
        await signIn.open('registration');
        await expectGoodPage(page, language);
        await signIn.fillDetails(line, `huda.${language}@example.com`, 'Oasis-2026');
        const code = await signIn.showId(line);
        await expectGoodPage(page, language);
        await signIn.code.fill(code);
        await signIn.expectIn();
        await page.reload();
        await expect(page.getByRole('main').getByText('Huda').first()).toBeVisible();
      });

      await test.step('sign out, and in again by code where a page asks for it', async () => {
        await signIn.signOut();
        await expect(async () => {
          await member.goTo('credit-transfer');
          await expect(page).toHaveURL(/\/login\?from=/, { timeout: 2_000 });
        }).toPass();
        await page
          .getByRole('main')
          .getByRole('link', { name: words('sign-in:login.byCode') })
          .click();
        const code = await signIn.askForCode(line.mobile);
        await signIn.code.fill(code);
        await expect(page).toHaveURL(/\/credit-transfer$/);
        await openMenu();
        await expect(entry).toBeVisible();
      });

      await test.step('add a number and switch to it', async () => {
        await member.goTo('sub-accounts');
        await expectGoodPage(page, language);
        await member.link(words('accounts:add.open')).click();
        await member.field(words('accounts:add.mobile_number')).fill(line.mobile);
        await member.field(words('accounts:add.nickname')).fill(nickname);
        await member.field(words('accounts:add.email')).fill('majlis@example.com');
        await member.button(words('accounts:add.send')).click();
        await expect(page.getByText(problems.own_number)).toBeVisible();
        await expectGoodPage(page, language);
        await member.field(words('accounts:add.mobile_number')).fill(line.toAdd);
        const code = await simulator.codeSentBy(line.toAdd, async () => {
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
        await expect(page.getByRole('main').getByText(spacedMobile(line.toAdd))).toBeVisible();
        await expect(member.menuOf(nickname)).toBeVisible();
        await expectGoodPage(page, language);
        await member.goTo('change-password');
        await expect(member.button(words('profile:sub.switch'))).toBeVisible();
        await member.goTo('credit-transfer');
        await openMenu();
        await expect(entry).toBeVisible();
      });

      await test.step('its permission is taken away: entry and page are gone', async () => {
        await setAccess(line.mobile, line.toAdd, ['history']);
        await page.reload();
        await expect(member.heading(words('common:errors.notFoundTitle'))).toBeVisible();
        await openMenu();
        await expect(page.getByRole('link', { name: /SIM|شريحة/ }).first()).toBeVisible();
        await expect(entry).toBeHidden();
      });

      const other = await elsewhere(browser, member);
      await test.step('somebody else deletes the number: the main one is there again', async () => {
        await other.goTo('sub-accounts');
        await other.signIn(line.mobile, 'Oasis-2026');
        await other.page.waitForURL(`**/${language}/select-account?*`);
        const lineButtons = other.page.getByRole('main').getByRole('button');
        await lineButtons.filter({ hasText: spacedMobile(line.mobile) }).click();
        await other.page.waitForURL(`**/${language}/sub-accounts`);
        await other.button(words('accounts:removeOf', { name: nickname })).click();
        await other.button(words('accounts:deleting.confirm')).click();
        await expect(other.page.getByText(words('accounts:deleting.done'))).toBeVisible();
        await member.goTo('dashboard');
        await expect(page.getByRole('main').getByText(spacedMobile(line.mobile))).toBeVisible();
        await expect(member.menuOf('Huda')).toBeVisible();
        await member.goTo('sub-accounts');
        await expect(page.getByText(words('accounts:empty'))).toBeVisible();
      });

      await test.step('the password is reset elsewhere: this session has ended', async () => {
        const there = new SignIn(other.page, language, words, simulator);
        await there.signOut();
        await there.open('reset-password');
        await expectGoodPage(other.page, language);
        await there.field(words('registration:register.mobile')).fill(line.mobile);
        const code = await there.showId(line);
        await there.code.fill(code);
        await there.field(words('registration:reset.password')).fill('Dunes-2027');
        await there.field(words('registration:reset.passwordAgain')).fill('Dunes-2027');
        await there.button(words('registration:reset.save')).click();
        await expect(other.page.getByRole('link', { name: words('registration:reset.back') })).toBeVisible();
        await other.page.context().close();

        const sidebar = page.getByRole('navigation', { name: words('shell:sidebar.label') });
        await sidebar.getByRole('link', { name: words('shell:sidebar.usage') }).click();
        await expect(page.getByRole('dialog')).toContainText(words('shell:expired.title'));
        await expectGoodPage(page, language);
        await member.button(words('shell:expired.signIn')).click();
        await member.signIn(line.mobile, 'Oasis-2026');
        await expect(page.getByText(problems.invalid_login)).toBeVisible();
        await member.signIn(line.mobile, 'Dunes-2027');
        await expect(page).toHaveURL(/\/dashboard$/);
      });

      await test.step('the page is taken from the site: it is gone for everybody', async () => {
        await member.goTo('credit-transfer');
        await expect(page).toHaveURL(/\/credit-transfer$/);
        await loadContent();
        await expect(async () => {
          await page.reload();
          await expect(member.heading(words('common:errors.notFoundTitle'))).toBeVisible({ timeout: 2_000 });
          await openMenu();
          await expect(entry).toBeHidden({ timeout: 2_000 });
        }).toPass();
      });
    });
  });
}
