import { stepPath } from '../src/features/order/model/order-steps.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

test('an address names its language in any of its forms', async ({ page, language }) => {
  const marker = language === 'en' ? 'english' : 'arabic';
  for (const address of [
    `/sim-activation/${language}`,
    `/sim-activation-${language}`,
    `/sim-activation-${marker}`,
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL(new RegExp(`/${language}/sim-activation$`));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  await page.goto(`/order-sim-${marker}`);
  await expect
    .poll(() => decodeURI(new URL(page.url()).pathname))
    .toBe(stepPath(language, 'number-selection'));
});

test('the menu leads from page to page', async ({ page, words, language, isMobile }) => {
  await page.goto(`/${language}/terms`);
  if (isMobile) {
    await page.getByRole('button', { name: words('common:nav.menu') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectGoodPage(page, language);
  } else {
    await expectGoodPage(page, language);
    await page.locator('header summary').last().click();
  }
  const menu = isMobile ? page.getByRole('dialog') : page.locator('header details[open]');
  await menu.getByRole('link').last().click();
  await expect(page).toHaveURL(new RegExp(`/${language}/find-order$`));
  await expect(menu.getByRole('link').first()).toBeHidden();
});

test('a lost connection is said and forgotten when it is back', async ({
  page,
  context,
  words,
  language,
}) => {
  await page.goto(`/${language}/`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText(words('common:offline'))).toBeVisible();
  await expectGoodPage(page, language);
  await context.setOffline(false);
  await expect(page.getByText(words('common:offline'))).toBeHidden();
});

test('a sign-in that is sent offline keeps what was typed', async ({ page, context, words, language }) => {
  await page.goto(`/${language}/login`);
  await page.waitForLoadState('networkidle');
  const name = page.getByLabel(words('sign-in:login.name'));
  await name.fill('nobody@selfcare.example');
  await page.locator('[name=password]').fill('Sahara-2026');
  await context.setOffline(true);
  await expect(page.getByText(words('common:offline'))).toBeVisible();
  await page.locator('[name=password]').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(words('common:errors.network'));
  await expectGoodPage(page, language);
  await context.setOffline(false);
  await expect(name).toHaveValue('nobody@selfcare.example');
  await page.locator('[name=password]').press('Enter');
  await expect(page.locator('[data-message-key=invalid_login]')).toBeVisible();
});

test('a part of the site that does not come offers to reload', async ({ page, words, language }) => {
  await page.route(/assets\/after-paint-.*\.js/, (route) => route.abort());
  await page.goto(`/${language}/`);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 }), 'what is optional costs no page').toBeVisible();
  await page.route(/assets\/words-.*\.js/, (route) => route.abort());
  await page.getByRole('contentinfo').locator(`a[href="/${language}/terms"]`).click();
  await expect(page.getByRole('heading', { name: words('common:errors.chunkTitle') })).toBeVisible();
  await expect(page.getByText(/chunk|\.js/i), 'no code reaches the customer').toHaveCount(0);
  await expectGoodPage(page, language);
  await page.unroute(/assets\/words-.*\.js/);
  await page.getByRole('button', { name: words('common:actions.reload') }).click();
  await expect(page.getByRole('heading', { name: words('common:errors.chunkTitle') })).toBeHidden();
});

test('the site starts again after its configuration could not be had', async ({ page, language }) => {
  const bulk = '**/api/configuration/bulk-initialize*';
  await page.route(`/${language}/terms`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
    await route.fulfill({ response, body: text });
  });
  await page.route(bulk, (route) => route.abort());
  await page.goto(`/${language}/terms`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(bulk);
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
});

test('the first key reaches the skip link, and the focus goes along to the next page', async ({
  page,
  words,
  language,
}) => {
  // D10: a newly opened page starts at its top, not after the skip link.
  await page.goto(`/${language}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words('common:skipToContent') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.locator('html[data-alive]')).toBeAttached(); // before that, a link loads another document
  await page.getByRole('contentinfo').locator(`a[href="/${language}/terms"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${language}/terms$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an error in a page is reported by the name of the page, without what was typed', async ({
  page,
  wizard,
  words,
  language,
}) => {
  const typed = 'noura@example.com';
  await page.addInitScript(() => {
    const told: string[] = [];
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      void new Response(body).text().then((text) => told.push(text));
      return send(url, body);
    };
    Object.assign(window, { told });
  });
  await page.goto(`/${language}/find-order`);
  await page.waitForLoadState('networkidle');
  await wizard.field(words('find-order:find.contact')).fill(typed);
  const taken = page.waitForResponse(/\/api\/client-reports$/);
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(`Cannot read properties of ${text}`);
    });
  }, typed);
  expect((await taken).status()).toBe(204);
  const [report = ''] = await page.evaluate((): string[] => Reflect.get(window, 'told'));
  expect(JSON.parse(report)).toMatchObject({ page: 'find-order', language, errors: [{ name: 'TypeError' }] });
  expect(report).not.toContain('noura');
});
