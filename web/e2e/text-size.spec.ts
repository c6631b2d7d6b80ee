import { expect, test } from './support/journey.ts';

/** The innermost parts that hang out of a screen of 360 px; parts that scroll by themselves may. */
function besideTheScreen(): string[] {
  const { scrollWidth } = document.documentElement;
  const out = [...document.body.querySelectorAll('*')].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return width > 1 && (right > 361 || left < -1) && !part.closest('[aria-hidden], .visually-hidden');
  });
  const innermost = out.filter((part) => !out.some((other) => other !== part && part.contains(other)));
  return scrollWidth > 360 ? innermost.map((part) => part.outerHTML.slice(0, 120)) : [];
}

test('text of twice its size stays on the payment step of a small phone', async ({ page, customer }) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(order.link('payment'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect.poll(() => page.evaluate(besideTheScreen)).toEqual([]);
  await expect(page.locator('header a[hreflang]').first()).toBeInViewport({ ratio: 1 });
});

test('a page says what to do where no script runs or comes', async ({ browser, baseURL, language }) => {
  const without = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await without.newPage();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/${language}/login`);
  await expect(page.locator('noscript p').first()).toBeInViewport();
  await without.close();

  const blocked = await browser.newPage();
  await blocked.route(/\/assets\/.*\.js/, (route) => route.abort());
  await blocked.goto(`/${language}/order-sim/unknown/payment`);
  await expect(blocked.locator('.not-started')).toBeVisible({ timeout: 15_000 });
  await blocked.close();
});
