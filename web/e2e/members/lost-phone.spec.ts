import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere } from '../support/member.ts';
import { LostPhone } from '../support/pages/lost-phone.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a line whose phone is lost is suspended, shown so everywhere, and brought back', async ({
    page,
    browser,
    wizard,
    words,
    simulator,
  }) => {
    test.slow(); // a number gets one code a minute
    const lost = new LostPhone(wizard, words, simulator);
    await lost.signIn();
    await expectGoodPage(page, language);
    const phone = await elsewhere(browser, lost.member); // still signed in, as when the phone was lost
    await phone.signInAt('profile', 'traveller@selfcare.example');

    await test.step('it is suspended', async () => {
      await lost.asks('suspend');
      await expectGoodPage(page, language);
      await lost.agrees('suspend');
      await expect(lost.line.getByText(words('accounts:state.stopped'), { exact: true })).toBeVisible();
      await expect(lost.line.getByText(words('sim-information:suspended.text'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('the session on the lost phone is signed out', async () => {
      await phone.goTo('profile');
      await expect(phone.page).toHaveURL(/login/);
    });
    await test.step('it is shown so wherever lines are', async () => {
      await lost.member.goTo('sub-accounts');
      await expect(
        page.getByRole('main').getByText(words('accounts:state.stopped'), { exact: true }),
      ).toBeVisible();
    });
    await test.step('a new SIM is offered', async () => {
      await lost.member.goTo('sim-information');
      await expect(lost.member.link(words('sim-information:suspended.replace'))).toHaveAttribute(
        'href',
        `/${language}/replace-sim`,
      );
    });
    await test.step('it is brought back with the identity app, where no code is needed', async () => {
      await lost.asks('return');
      await lost.confirms('return');
      await expect(lost.line.getByText(words('accounts:state.active'), { exact: true })).toBeVisible();
      await page.reload();
      await expect(lost.member.button(words('sim-information:suspend.open'))).toBeVisible();
      await expectGoodPage(page, language);
    });
  });
});
