import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

/** The advertiser for which tools/e2e.sh built the site; the test answers its requests. */
const advertiser = process.env.TRACKING_ORIGINS ?? '';

/** Behaves like a pixel: a script that calls its own origin with a picture and a fetch. */
const pixel = `new Image().src = '${advertiser}/seen.gif'; fetch('${advertiser}/visit', { mode: 'no-cors' });`;

/** Records the requests to the advertiser from this page. */
async function listen(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.route(`${advertiser}/**`, (route) => {
    heard.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      contentType: 'text/javascript',
      body: route.request().url().endsWith('.js') ? pixel : '',
    });
  });
  return heard;
}

/** Records the refusals of the content security policy on each page of this browser. */
async function refusals(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('refused', (what: string) => found.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      Reflect.get(globalThis, 'refused')(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return found;
}

test('an advertiser hears of a visit once the visitor agreed, as the content policy allows', async ({
  page,
  language,
  words,
}) => {
  const heard = await listen(page);
  const refused = await refusals(page);
  const answer = await page.goto(`/${language}/?utm_source=instagram`);
  expect(answer?.headers()['content-security-policy']).toMatch(
    new RegExp(`script-src 'self' 'sha256-[^']+' ${advertiser};`),
  );
  const question = page.getByRole('region', { name: words('shell:consent.label') });
  await expect(question).toBeVisible();
  await expectGoodPage(page, language);
  expect(heard, 'nothing before the answer').toEqual([]);

  await question.getByRole('button', { name: words('shell:consent.yes') }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => heard.toSorted()).toEqual(['/meta.js', '/seen.gif', '/visit']);
  await page.getByRole('contentinfo').locator(`a[href="/${language}/terms"]`).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/terms$`));
  await page.goto(`/${language}/?utm_source=instagram`);
  await page.waitForLoadState('networkidle');
  expect(heard, 'once per visit').toHaveLength(3);
  expect(refused).toEqual([]);
});

test('an advertiser hears nothing if the visitor says no', async ({ page, language, words }) => {
  const heard = await listen(page);
  const refused = await refusals(page);
  await page.goto(`/${language}/?utm_source=facebook`);
  await page.getByRole('button', { name: words('shell:consent.no') }).click();
  for (const address of [`/${language}/terms`, `/${language}/?utm_source=instagram`]) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: words('shell:consent.label') })).toBeHidden();
  }
  expect(heard).toEqual([]);
  expect(refused).toEqual([]);
});
