import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { forEachVisitor } from '../support/visitors.ts';

const password = 'Sahara-2026';

/**
 * Persons of the simulated providers (docs/simulators.md). An account can be linked only once, so each
 * language uses another provider.
 */
const noura = '100000000001';
const unverified = '100000000003';
const noSubject = '';

forEachVisitor((language) => {
  test('a wrong password says no more than that, and the right one leads back', async ({
    page,
    problems,
    signIn,
  }) => {
    await page.goto(`/${language}/profile`);
    await page.waitForURL(`**/${language}/login?*`);
    await expectGoodPage(page, language);
    await signIn.byPassword('0570000002', 'Wrong-2026');
    await expect(page.getByRole('alert')).toHaveText(problems.invalid_login);
    await expectGoodPage(page, language);
    await signIn.byPassword('noSubject@selfcare.example', password);
    await expect(page.getByRole('alert')).toHaveText(problems.invalid_login);
    await signIn.byPassword('0570000002', password);
    await signIn.expectIn('profile');
  });

  test('who has several lines chooses one of them', async ({ page, words, signIn }) => {
    await signIn.open('login');
    await signIn.byPassword('main@selfcare.example', password);
    await signIn.expectIn('select-account');
    await expect(page.getByRole('heading', { name: words('registration:select.title') })).toBeVisible();
    await expectGoodPage(page, language);
    await page
      .getByRole('main')
      .getByRole('button', { name: /Driver/ })
      .click();
    await signIn.expectIn();
    await page.reload();
    await expect(page.getByRole('main').getByText('057 000 0005').first()).toBeVisible();
    await page.goto(`/${language}/`);
    await expect(page).toHaveURL(new RegExp(`/${language}/dashboard$`));
    await expect(page.getByRole('main').getByText('057 000 0005').first()).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: words('dashboard:balance.recharge') })
        .first(),
    ).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a number of another operator is told how to get in', async ({ page, words, problems, signIn }) => {
    await signIn.open('quick-login');
    await signIn.field(words('sign-in:quick.mobile')).fill('٠٥٥١٢٣٤٥٦٧');
    await signIn.button(words('sign-in:quick.send')).click();
    await expect(page.getByText(problems.non_operator_number)).toBeVisible();
    await expect(page.getByRole('heading', { name: words('registration:notOurs.title') })).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a wrong code uses a try and signs in no user', async ({ page, words, problems, signIn }) => {
    const mobile = language === 'en' ? '0570000083' : '0570000084';
    await signIn.open('quick-login');
    const code = await signIn.askForCode(mobile);
    await signIn.code.fill(code === '000000' ? '000001' : '000000');
    await expect(page.getByRole('alert')).toHaveText(problems.pin_incorrect);
    await expect(page.getByText(words('credentials:code.triesLeft', { count: 4 }))).toBeVisible();
    await expectGoodPage(page, language);
    await signIn.code.fill(code);
    await signIn.expectIn();
  });

  test('a social sign-in is cancelled, then linked by code, and from then on one tap', async ({
    page,
    words,
    signIn,
  }) => {
    test.slow();
    const provider = language === 'en' ? 'google' : 'apple';
    const mobile = language === 'en' ? '0570000085' : '0570000086';
    await page.goto(`/${language}/profile`);
    await signIn.chooseProvider(provider);
    await signIn.agreeAtProvider(noSubject);
    await expect(page.getByRole('heading', { name: words('sign-in:social.cancelledTitle') })).toBeVisible();
    await expectGoodPage(page, language);
    expect(new URL(page.url()).search).not.toContain('error');

    await signIn
      .button(words('sign-in:social.again', { provider: words(`sign-in:social.${provider}`) }))
      .click();
    await signIn.agreeAtProvider(noura);
    await expect(page.getByRole('heading', { name: words('sign-in:social.linkTitle') })).toBeVisible();
    await expectGoodPage(page, language);
    expect(new URL(page.url()).search).not.toContain('code');
    const code = await signIn.askForCode(mobile);
    await signIn.code.fill(code);
    await signIn.expectIn('profile');

    await signIn.signOut();
    await signIn.open('login');
    await signIn.chooseProvider(provider);
    await signIn.agreeAtProvider(noura);
    await signIn.expectIn();
  });

  test('an e-mail that the provider does not vouch for leads to the quick login', async ({
    page,
    words,
    problems,
    signIn,
  }) => {
    await signIn.open('login');
    await signIn.chooseProvider('google');
    await signIn.agreeAtProvider(unverified);
    await expect(page.getByRole('alert')).toHaveText(problems.email_unverified);
    await expectGoodPage(page, language);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('sign-in:login.byCode') })
      .click();
    await page.waitForURL(`**/${language}/quick-login`);
  });

  test('a provider that says nothing of an e-mail leads to the number it is linked to', async ({
    page,
    words,
    signIn,
  }) => {
    await signIn.open('login');
    await signIn.chooseProvider('facebook');
    await signIn.agreeAtProvider(unverified);
    await expect(page.getByRole('heading', { name: words('sign-in:social.linkTitle') })).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('nothing is kept in clear, and signing out in one tab ends the other', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn.open('login');
    await signIn.byPassword('0570000002', password);
    await signIn.expectIn();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain('selfcare.authToken');
    expect(kept).not.toMatch(/Fahad|0570000002|selfcare\.example|prepaid|postpaid/);

    const other = await context.newPage();
    await other.goto(`/${language}/profile`);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await signIn.signOut();
    await other.waitForURL(`**/${language}/login?*`);
  });

  test('the keyboard is enough to sign in', async ({ page, words, signIn }) => {
    await signIn.open('login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: words('common:skipToContent') })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(signIn.field(words('sign-in:login.name'))).toBeFocused();
    await page.keyboard.type('0570000002');
    await page.keyboard.press('Enter');
    await expect(signIn.field(words('sign-in:login.password'))).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await signIn.expectIn();
  });
});
