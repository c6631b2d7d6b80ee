import { expect, test } from '../ground/journey.ts';
import { loadContent } from '../ground/stack.ts';

const main = { mobile: '0570000003', password: 'Sahara-2026' };
const driver = '057 000 0005';

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

for (const visitor of [
  { language: 'en', viewport: { width: 1280, height: 800 } },
  { language: 'ar', viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
] as const) {
  test.describe(visitor.language, () => {
    test.use(visitor);

    test('entry and page are there for lines that may open them, and gone for others and when taken away', async ({
      page,
      wizard,
      words,
      language,
      signIn,
      isMobile,
    }) => {
      const entry = page.getByRole('link', { name: language === 'en' ? 'Transfer credit' : 'تحويل الرصيد' });
      const openMenu = async () => {
        if (isMobile) {
          await page.getByRole('button', { name: words('common:nav.menu') }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        }
      };
      const page404 = wizard.heading(words('common:errors.notFoundTitle'));
      await loadContent(withTransfer);
      await expect(async () => {
        await page.goto(`/${language}/credit-transfer`);
        await expect(page).toHaveURL(/\/login\?from=/, { timeout: 2_000 });
      }).toPass();
      await signIn.byPassword('0570000001', main.password);
      await expect(page).toHaveURL(/\/credit-transfer$/);
      await openMenu();
      await expect(entry).toBeVisible();

      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`/${language}/login`);
      await signIn.byPassword(main.mobile, main.password);
      await page.waitForURL((url) => !url.pathname.endsWith('/login'));
      await page.goto(`/${language}/select-account`);
      await page.getByRole('main').getByRole('button').filter({ hasText: driver }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/select-account'));
      await openMenu();
      await expect(page.getByRole('link', { name: /SIM|شريحة/ }).first()).toBeVisible();
      await expect(entry).toBeHidden();
      await page.goto(`/${language}/credit-transfer`);
      await expect(page404).toBeVisible();

      await loadContent();
      await expect(async () => {
        await page.goto(`/${language}/credit-transfer`);
        await expect(page404).toBeVisible({ timeout: 2_000 });
        await openMenu();
        await expect(entry).toBeHidden({ timeout: 2_000 });
      }).toPass();
    });
  });
}
