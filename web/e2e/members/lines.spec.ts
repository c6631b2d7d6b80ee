import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

const mainNameIn = { en: 'Sara', ar: 'سارة' };

/**
 * Seeded lines (dev/seed): a postpaid main line, a driver's prepaid line with used-up minutes, and two more.
 */
const account = 'main@selfcare.example';
const driver = '057 000 0005';

const plans = {
  en: { fits: 'Hawakom 90', page: 'plans/hawakom-90' },
  ar: { fits: 'هواكم 90', page: 'الباقات/hawakom-90' },
} as const;

forEachVisitor((language) => {
  test('all lines of an account are on one screen, and a line is chosen there', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const main = page.getByRole('main');
    const line = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name: new RegExp(driver) }) });
    await member.goTo('dashboard');
    await member.signIn(account, 'Sahara-2026');
    await main.getByRole('button', { name: words('registration:select.main') }).click();
    await expect(member.heading(words('dashboard:title', { name: mainNameIn[language] }))).toBeVisible();
    await expect(main.getByRole('heading', { name: words('dashboard:lines.title') })).toBeVisible();
    await expect(line.getByText(words('accounts:state.active'), { exact: true })).toBeVisible();
    const minutes = words('dashboard:allowance.local_min');
    await expect(line.getByText(words('dashboard:lines.usedUp', { name: minutes }))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('the line is chosen with the keyboard', async () => {
      const choose = line.getByRole('button', {
        name: words('dashboard:lines.chooseOf', { name: 'Driver' }),
      });
      await choose.focus();
      await page.keyboard.press('Enter');
      await expect(line.getByText(words('dashboard:lines.shown'))).toBeVisible();
      await expect(main.getByText(words('dashboard:balance.prepaid'), { exact: true })).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('it is recharged from there', async () => {
      const recharge = `${words('dashboard:balance.recharge')}: Driver`;
      await line.getByRole('button', { name: recharge, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/recharge$`));
      await expect(main.getByText(driver).first()).toBeVisible();
    });
  });

  test('a postpaid line is told that Hawakom is not for it, and another one of the account that it is', async ({
    page,
    words,
    simulator,
  }) => {
    const { fits, page: address } = plans[language];
    const member = new Member(page, language, words, simulator);
    const main = page.getByRole('main');
    await member.goTo('dashboard');
    await member.signIn(account, 'Sahara-2026');
    await main.getByRole('button', { name: words('registration:select.main') }).click();
    await expect(member.heading(words('dashboard:title', { name: mainNameIn[language] }))).toBeVisible();
    await member.goTo(address);
    await expect(member.heading(fits)).toBeVisible();
    await expect(main.getByText(words('plans:unfit.hawakom'))).toBeVisible();
    await expect(main.getByText(words('plans:unfit.postpaid-line'))).toBeVisible();
    await expectGoodPage(page, language);
    await main.getByRole('button', { name: words('plans:member.instead', { name: 'Driver' }) }).click();
    await expect(main.getByRole('link', { name: words('plans:member.switch') })).toBeVisible();
    await expectGoodPage(page, language);
  });
});
