import { expect, test } from '../support/journey.ts';
import { Keyboard } from '../support/keyboard.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member, seededPassword } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** The seeded customers who buy bundles, one for each language; each gives a bundle to the other (README). */
const buyers = {
  en: { mobile: '0570000051', email: 'bundler@selfcare.example' },
  ar: { mobile: '0570000052', email: 'bundler2@selfcare.example' },
} as const;

const paths = {
  en: {
    shop: 'shop',
    bundles: 'bundles',
    find: 'find-your-bundle',
    build: 'build-your-bundle',
    offers: 'offers',
  },
  ar: { shop: 'المتجر', bundles: 'الحزم', find: 'اعثر-على-حزمتك', build: 'صمّم-حزمتك', offers: 'العروض' },
} as const;

forEachVisitor((language) => {
  test('a bundle is found, bought from the balance, and on the dashboard at once', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const { bundles, find } = paths[language];
    await member.goTo(`${find}?data=5120&minutes=0&sms=0&days=30&line=prepaid`);
    await expect(page.getByText(words('bundles:find.all')).first()).toBeVisible();
    await expectGoodPage(page, language);
    await member.goTo(bundles);
    const saver = page.getByRole('radio', { name: words('bundles:categories.data-net-saver') });
    // The box is checked once the address contains the choice.
    await saver.click();
    await expect(saver).toBeChecked();
    await expect(page.getByRole('main').getByRole('link', { name: '5', exact: false }).first()).toBeVisible();
    await expectGoodPage(page, language);
    await member.goTo(`${bundles}/net-saver-5`);
    await member.link(words('bundles:buy.signIn')).click();
    await member.signIn(buyers[language].email, seededPassword);
    await member.button(words('bundles:buy.continue')).click();
    await expect(page.getByRole('heading', { name: words('bundles:buy.confirm') })).toBeFocused();
    await expectGoodPage(page, language);
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await expect(page.getByText(words('purchase:completed.bundle'))).toBeVisible();
    await expectGoodPage(page, language);
    await member.link(words('purchase:dashboard')).click();
    await expect(page.getByRole('main')).toContainText('5');
    await expectGoodPage(page, language);
  });

  test('a bundle is a gift, or begins on a day that is changed and called off', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const other = buyers[language === 'ar' ? 'en' : 'ar'];
    await member.goTo(`${paths[language].bundles}/local-pass-100`);
    await member.link(words('bundles:buy.signIn')).click();
    await member.signIn(buyers[language].email, seededPassword);
    await page.getByRole('radio', { name: words('bundles:buy.gift') }).check();
    await member.field(words('bundles:buy.number')).fill(other.mobile);
    await member.button(words('bundles:buy.continue')).click();
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await expect(page.getByText(words('purchase:completed.gift'))).toBeVisible();
    await expectGoodPage(page, language);

    const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await member.goTo(`${paths[language].bundles}/local-pass-100`);
    await page.getByRole('radio', { name: words('bundles:buy.later') }).check();
    await member.field(words('bundles:buy.day')).selectOption(ahead(10));
    await member.button(words('bundles:buy.continue')).click();
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await expect(page.getByText(words('purchase:scheduled.text'))).toBeVisible();
    await expectGoodPage(page, language);
    await member.field(words('purchase:scheduled.day')).selectOption(ahead(20));
    await member.button(words('purchase:scheduled.move')).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('20');
    await member.button(words('purchase:scheduled.cancel')).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('purchase:scheduled.cancel') })
      .click();
    await expect(page.getByText(words('purchase:failed.calledOff'))).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a bundle is put together with its price, and bought', async ({ page, words, simulator }) => {
    const member = new Member(page, language, words, simulator);
    await member.goTo(paths[language].build);
    await page.getByRole('radio').nth(2).check();
    await member.link(words('bundles:buy.signIn')).click();
    await member.signIn(buyers[language].email, seededPassword);
    await expect(page.getByRole('radio').nth(2)).toBeChecked();
    await expect(member.button(words('bundles:build.buy'))).toBeEnabled();
    await expectGoodPage(page, language);
    await member.button(words('bundles:build.buy')).click();
    await member.button(words('bundles:buy.continue')).click();
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await expect(page.getByText(words('purchase:completed.bundle'))).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a bundle is bought from the dashboard without a mouse', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const keyboard = new Keyboard(wizard);
    await member.signInAt('dashboard', buyers[language].email);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const menu = page.getByRole('banner');
    const bundles = menu.locator('summary', { hasText: words('bundles:title') });
    const minutes = menu.getByRole('link', { name: words('bundles:categories.local-pass'), exact: true });
    await test.step('a menu opens and closes, and keeps the focus', async () => {
      await keyboard.press(bundles);
      await expect(minutes).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(minutes).toBeHidden();
      await expect(bundles).toBeFocused();
    });
    await keyboard.press(bundles);
    await keyboard.press(minutes);
    await keyboard.press(page.getByRole('main').locator('a[href$="/local-pass-100"]').first());
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.press(member.button(words('bundles:buy.continue')));
    await expect(page.getByRole('heading', { name: words('bundles:buy.confirm') })).toBeFocused();
    await keyboard.press(page.getByRole('button', { name: words('payment:pay') }));
    await expect(page.getByText(words('purchase:completed.bundle'))).toBeVisible();
    await keyboard.press(member.link(words('purchase:dashboard')));
    await expect(page).toHaveURL(new RegExp(`/${language}/dashboard$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('bundles of the shop are compared beside each other', async ({ page, words, simulator }) => {
    const member = new Member(page, language, words, simulator);
    await member.goTo(`${paths[language].shop}?kind=bundles`);
    const choose = page.getByRole('checkbox', { name: words('comparison:compareOne', { name: '' }).trim() });
    await page.waitForLoadState('networkidle'); // the list loads again with its answers, and loses the focus
    await choose.first().press('Space');
    await expect(choose.first()).toBeChecked();
    await choose.nth(1).click();
    await expectGoodPage(page, language);
    await member.link(words('comparison:compare')).click();
    await expect(page.getByRole('table', { name: words('comparison:bundles.title') })).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('an offer leads to what it sells', async ({ page, words, simulator }) => {
    const member = new Member(page, language, words, simulator);
    await member.goTo(paths[language].offers);
    await expect(page.getByRole('region', { name: words('bundles:offers.featured') })).toBeVisible();
    await expectGoodPage(page, language);
    await member.goTo(`${paths[language].offers}/saver-25`);
    await member.link(words('bundles:offers.toBundle')).click();
    await expect(page.getByText(words('bundles:buy.signIn'))).toBeVisible();
    await expectGoodPage(page, language);
  });
});
