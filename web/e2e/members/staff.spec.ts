import { timeCode } from '../support/authenticator.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member, seededPassword, wrongFor } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('who works for us gives a code after the password', async ({ page, words, simulator }) => {
    const member = new Member(page, language, words, simulator);
    const email = language === 'en' ? 'supervisor@selfcare.example' : 'operator@selfcare.example';
    await member.goTo('login');
    await member.signIn(email, seededPassword);
    await expect(member.heading(words('second-factor:prove.title'))).toBeVisible();
    await expectGoodPage(page, language);
    // The set-up of the run may have used the present code.
    await member.field(words('second-factor:prove.code')).fill(timeCode(undefined, 1));
    await member.button(words('second-factor:prove.submit')).click();
    // The console is only for support, and tells an operator so.
    const first = words(language === 'en' ? 'console:queue.title' : 'console:frame.closed');
    await expect(member.heading(first)).toBeVisible();
    const pages = page.getByRole('navigation', { name: words('console:frame.pages') });
    await expect(pages).toHaveCount(language === 'en' ? 1 : 0);
    await expectGoodPage(page, language);
    await member.goTo('second-factor');
    await expect(member.heading(words('second-factor:done.title'))).toBeVisible();
    const header = page.getByRole('banner');
    const name = language === 'en' ? 'Supervisor' : 'Operator';
    const account = header.getByRole('button', { name: words('accounts:menu.open', { name }) });
    await expect(account).toBeVisible();
    await expectGoodPage(page, language);
    await page.reload();
    await account.click();
    await expectGoodPage(page, language);
    await header.getByRole('button', { name: words('accounts:menu.signOut') }).click();
    await expect(header.getByRole('link', { name: words('common:nav.signIn') })).toBeVisible();
  });

  test('who is new to us sets up an authenticator app, and comes in without it once for each recovery code', async ({
    page,
    words,
    problems,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    // Each language has its own person, because an app is set up only once.
    const email = language === 'en' ? 'newcomer@selfcare.example' : 'beginner@selfcare.example';
    const signInAgain = async () => {
      await member.goTo('login');
      await member.signIn(email, seededPassword);
    };
    const leave = async () => {
      await member.button(words('second-factor:done.signOut')).click();
      await page.waitForURL(`**/${language}/`); // the session must be deleted before the first page opens
    };
    const done = member.heading(words('second-factor:done.title'));

    await signInAgain();
    await expect(member.heading(words('second-factor:enrol.title'))).toBeFocused();
    await expect(page.getByRole('img', { name: words('second-factor:enrol.qr') })).toBeVisible();
    await expectGoodPage(page, language);
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).textContent();
    const code = timeCode(secret ?? '');
    const enter = async (given: string) => {
      await member.field(words('second-factor:enrol.code')).fill(given);
      await member.button(words('second-factor:enrol.submit')).click();
    };
    await enter(wrongFor(code));
    await expect(page.getByText(problems.second_factor_incorrect)).toBeVisible();
    await enter(code);

    await expect(member.heading(words('second-factor:codes.title'))).toBeFocused();
    await expectGoodPage(page, language);
    const codes = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    expect(new Set(codes).size).toBeGreaterThan(7);
    const [first = '', second = ''] = codes;
    await member.button(words('second-factor:codes.kept')).click();
    await expect(done).toBeFocused();
    await page.reload();
    await expect(done).toBeVisible();
    await expect(page.getByText(first), 'recovery codes are shown once').toHaveCount(0);
    await leave();

    const recover = async (given: string) => {
      await member.field(words('second-factor:prove.recovery')).fill(given);
      await member.button(words('second-factor:prove.submit')).click();
    };
    const comeIn = async (given: string) => {
      await recover(given);
      await expect(member.heading(words('console:queue.title'))).toBeVisible();
      await member.goTo('second-factor');
    };
    await test.step('a recovery code counts once', async () => {
      await signInAgain();
      await member.button(words('second-factor:prove.useRecovery')).click();
      await expectGoodPage(page, language);
      await comeIn(first);
      await expect(
        page.getByText(words('second-factor:done.left', { left: codes.length - 1 })),
      ).toBeVisible();
      await leave();
      await signInAgain();
      await member.button(words('second-factor:prove.useRecovery')).click();
      await recover(first);
      await expect(page.getByText(problems.second_factor_incorrect)).toBeVisible();
      await comeIn(second);
      await expect(done).toBeVisible();
    });
  });

  test('a device that is still signed in is signed out from another one', async ({
    page,
    browser,
    words,
    simulator,
  }) => {
    const email = 'data@selfcare.example'; // this test ends no other sessions
    const member = new Member(page, language, words, simulator);
    await member.signInAt('sessions', email);
    const other = await elsewhere(browser, member);
    await other.signInAt('profile', email);
    await member.goTo('sessions');
    await expect(page.getByText(words('sessions:open.current'), { exact: true })).toBeVisible();
    await expectGoodPage(page, language);
    await member.button(words('sessions:open.endOthers')).click();
    await member.button(words('sessions:endingOthers.confirm')).click();
    await expect(page.getByText(words('sessions:open.alone'))).toBeVisible();
    await other.goTo('profile');
    await expect(other.page).toHaveURL(/\/login/);
    await other.page.context().close();
  });
});
