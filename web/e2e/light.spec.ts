import type { Page, Route } from '@playwright/test';
import { slugOf } from '../src/features/order/model/order-steps.ts';
import { type Language, languages } from '../src/lib/text/language.ts';
import { expect, test } from './support/journey.ts';

const below = (language: Language) => [
  '',
  'login',
  `order-sim/${slugOf('number-selection', language)}`,
  'help',
  'terms',
  ...(language === 'ar'
    ? ['الأسئلة-الشائعة', 'الأسئلة-الشائعة/تثبيت-الشريحة-الإلكترونية']
    : ['faq', 'faq/install-an-esim']),
  language === 'ar' ? 'من-نحن' : 'about',
  language === 'ar' ? 'إعدادات-الإنترنت' : 'internet-settings',
];

/** The prerendered pages, with the addresses of the seeded site. */
const pages = languages.flatMap((language) =>
  below(language).map((address) => ({ language, address: `/${language}/${address}` })),
);

test('pages of guests are there before any script', async ({ browser, baseURL, isMobile }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, isMobile });
  const page = await context.newPage();
  for (const { address, language } of pages) {
    await page.goto(encodeURI(address));
    await expect(page.locator('h1')).toBeVisible();
    const heading = (await page.locator('h1').textContent()) ?? '';
    expect((await page.title()).split(' · ')[0]).toBe(heading);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{20}/);
    await expect(page.locator('footer a').first()).toBeVisible();
    for (const other of ['ar', 'en', 'x-default']) {
      await expect(page.locator(`link[hreflang=${other}]`)).toHaveAttribute('href', /^http/);
    }
    expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname).toBe(
      encodeURI(address),
    );
  }
  await context.close();
});

/** The limits of requirement P12. */
const mostRequests = 18;
const mostMoved = 0.02;
/** The limit where the typeface comes long after the first paint: a good layout shift by web.dev/articles/cls. */
const mostMovedLate = 0.1;

/** Records the browser's complaints about a page, and its layout shifts. */
async function watched(page: Page) {
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(decodeURI(new URL(request.url()).pathname)));
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('DOMContentLoaded', () => {
      const first = [...document.querySelectorAll('h1, button')];
      const gone = () => first.filter((part) => !part.isConnected).map((part) => part.outerHTML);
      Object.assign(window, { gone: () => (first.length > 0 ? gone() : ['all']) });
    });
  });
  return { complaints, requests };
}

test('pages of guests come alive as they are, without a move, in few requests', async ({
  browser,
  baseURL,
  isMobile,
  viewport,
}) => {
  for (const { address } of pages) {
    // Moving slides have a button that stops them, so this test allows motion.
    const context = await browser.newContext({ baseURL, isMobile, viewport, reducedMotion: 'no-preference' });
    const page = await context.newPage();
    const seen = await watched(page);
    await page.goto(address);
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect.soft(seen.complaints, address).toEqual([]);
    expect.soft(await page.evaluate('gone()'), `${address} keeps what the server sent`).toEqual([]);
    expect.soft(await page.evaluate('shift'), `${address} moves`).toBeLessThanOrEqual(mostMoved);
    expect.soft(seen.requests.length, `${address}: ${seen.requests}`).toBeLessThanOrEqual(mostRequests);
    await context.close();
  }
});

test('the typeface comes on the first visit, and a late one moves little', async ({
  browser,
  baseURL,
  isMobile,
  viewport,
}) => {
  for (const { address } of pages) {
    const context = await browser.newContext({ baseURL, isMobile, viewport });
    const page = await context.newPage();
    await watched(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/*.woff2', (route) => held.then(() => route.continue()));
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('html[data-alive]')).toBeAttached();
    const typeface = () =>
      page.evaluate(
        () =>
          [...document.fonts].filter(
            ({ family, status }) => family.includes('IBM Plex') && status === 'loaded',
          ).length,
      );
    expect(await typeface(), address).toBe(0);
    letGo();
    await expect.poll(typeface, address).toBeGreaterThanOrEqual(2);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    expect.soft(await page.evaluate('shift'), `${address} moves`).toBeLessThanOrEqual(mostMovedLate);
    await context.close();
  }
});

/** Holds back the scripts of a page until they are released, then answers them with `answer`. */
async function holdScripts(page: Page, answer: (route: Route) => Promise<void>): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', (route) => held.then(() => answer(route)));
  return letGo;
}

test('what is pressed before a page is alive is done once it is', async ({ page, language, words }) => {
  const letGo = await holdScripts(page, (route) => route.continue());
  await page.goto(`/${language}/login`, { waitUntil: 'commit' });
  const facebook = page.getByRole('button', {
    name: words('sign-in:social.with', { provider: words('sign-in:social.facebook') }),
  });
  const asked = page.waitForRequest('**/api/auth/social/facebook/start');
  await facebook.click();
  await expect(facebook).toHaveAttribute('aria-busy', 'true');
  letGo();
  await asked;
});

test('what is typed and chosen before a page is alive counts once it is', async ({
  page,
  language,
  words,
}) => {
  const letGo = await holdScripts(page, (route) => route.continue());
  await page.goto(`/${language}/order-sim/${slugOf('number-selection', language)}`, { waitUntil: 'commit' });
  const digits = page.getByRole('textbox', { name: words('numbers:label') });
  const silver = words('common:category.silver');
  const found = page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    const [contains, category] = ['contains', 'category'].map((name) => searchParams.get(name));
    return pathname.endsWith('/numbers') && contains === '5' && category === 'silver';
  });
  await digits.fill('5');
  await page.locator('label', { hasText: silver }).click();
  letGo();
  await found;
  await expect(digits).toHaveValue('5');
  await expect(page.getByRole('radio', { name: silver })).toBeChecked();
});

test('a visitor who scrolls before a page is alive stays there', async ({ page, language }) => {
  const letGo = await holdScripts(page, (route) => route.continue());
  await page.goto(`/${language}/`, { waitUntil: 'commit' });
  await page.locator('h2').first().waitFor();
  await page.evaluate('scrollTo(0, 120)');
  letGo();
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('scrollY')).toBe(120);
});

test('what is pressed waits no longer where the scripts of the page do not come', async ({
  page,
  language,
  words,
}) => {
  const letGo = await holdScripts(page, (route) => route.abort());
  await page.goto(`/${language}/login`, { waitUntil: 'commit' });
  const submit = page.getByRole('main').getByRole('button', { name: words('common:actions.continue') });
  await submit.click();
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(submit).toHaveAttribute('aria-busy', 'false');
});

test('an address that is no page answers 404', async ({ request, language }) => {
  for (const address of ['nothing', 'terms/more', 'order-sim/a/b/c']) {
    expect((await request.get(`/${language}/${address}`)).status(), address).toBe(404);
  }
  for (const address of ['dashboard', 'order-sim', 'find-order']) {
    expect((await request.get(`/${language}/${address}`)).status(), address).toBe(200);
  }
});
