import { spacedMobile } from '../../src/lib/text/digits.ts';
import { expect, test } from '../support/journey.ts';
import { elsewhere, Member } from '../support/member.ts';
import {
  addNumber,
  comeBackAfterExpiry,
  deleteNumber,
  hudaIn,
  register,
  resetPassword,
  signInByCode,
} from '../support/pages/first-days.ts';
import { loadContent, setAccess } from '../support/stack.ts';
import { forEachVisitor } from '../support/visitors.ts';

/**
 * For each language a number in service without an account, and another person's number to add. No other
 * journey orders a new SIM for these numbers, because a new SIM locks a line for a day.
 */
const lines = {
  en: { mobile: '0570000010', idNumber: '1077000048', toAdd: '0570000001' },
  ar: { mobile: '0570000011', idNumber: '1077000048', toAdd: '0570000002' },
} as const;

/**
 * The menu entry and the page of special services with another name, address and place: for customers before
 * and after paying.
 */
const withServices = (content: string): string =>
  content
    .replace(
      'template: services, path: services, pathAr: الخدمات,',
      'template: terms, path: special-services,',
    )
    .replace(/\n +- \{ slug: special_services,[^\n]*/, '')
    .replace(
      '\n  footer-menu:\n',
      '\n    - { slug: special_services, title: { en: Special services, ar: خدمات خاصة }, route: services }\n  footer-menu:\n',
    );

const passwords = { old: 'Acacia-2026', chosen: 'Dunes-2027' };
const nickname = 'Majlis';

test.afterAll(() => loadContent());

forEachVisitor((language) => {
  const line = lines[language];
  const services = language === 'en' ? 'Special services' : 'خدمات خاصة';

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
    await loadContent(withServices);
    const member = new Member(page, language, words, simulator);
    // The page itself may contain such a link too.
    const entry = page.getByRole('link', { name: services, exact: true }).first();
    const openMenu = async () => {
      if (isMobile) {
        await member.openMenu();
        await expect(page.getByRole('dialog')).toBeVisible();
      }
    };
    const expectEntry = async () => {
      await openMenu();
      await expect(entry).toBeVisible();
    };

    await test.step('register', () => register(member, line, passwords.old));

    await test.step('sign out, and in again by code where a page asks for it', async () => {
      await signIn.signOut();
      await expect(async () => {
        await member.goTo('special-services');
        await expect(page).toHaveURL(/\/login\?from=/, { timeout: 2_000 });
      }).toPass();
      await signInByCode(member, line.mobile);
      await expect(page).toHaveURL(/\/special-services$/);
      await expectEntry();
    });

    await test.step('add a number and switch to it', async () => {
      await addNumber(member, { own: line.mobile, toAdd: line.toAdd }, nickname, problems);
      await member.goTo('change-password');
      await expect(member.button(words('profile:sub.switch'))).toBeVisible();
      await member.goTo('special-services');
      await expectEntry();
    });

    await test.step('its permission is taken away: entry and page are gone', async () => {
      await setAccess(line.mobile, line.toAdd, ['history']);
      await page.reload();
      await expect(member.heading(words('closed-pages:notForLine.title'))).toBeVisible();
      await openMenu();
      await expect(page.getByRole('link', { name: /SIM|شريحة/ }).first()).toBeVisible();
      await expect(entry).toBeHidden();
    });

    const other = await elsewhere(browser, member);
    await test.step('another user deletes the number: the main line is chosen again', async () => {
      await deleteNumber(other, line.mobile, passwords.old, nickname);
      await member.goTo('dashboard');
      await expect(page.getByRole('main').getByText(spacedMobile(line.mobile)).first()).toBeVisible();
      await expect(member.menuOf(hudaIn[language])).toBeVisible();
      await member.goTo('sub-accounts');
      await expect(page.getByText(words('accounts:empty'))).toBeVisible();
    });

    await test.step('the password is reset elsewhere: this session has ended', async () => {
      await resetPassword(other, line, passwords.chosen);
      await other.page.context().close();
      await comeBackAfterExpiry(member, line.mobile, passwords, problems);
    });

    await test.step('the page is taken from the site: it is gone for all visitors', async () => {
      await member.goTo('special-services');
      await expect(page).toHaveURL(/\/special-services$/);
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
