import { expect, test } from './support/journey.ts';

test('a visitor types digits on the first page, and the order begins with one of three numbers', async ({
  page,
  language,
  wizard,
  words,
  customer,
}) => {
  const digits = (await customer.freeNumber()).slice(-4);
  await page.goto(`/${language}/`);
  await page.getByRole('textbox', { name: words('home:search') }).fill(digits);
  const numbers = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('mark') });
  await expect(numbers.first()).toBeVisible();
  expect(await numbers.count()).toBeLessThanOrEqual(3);
  for (const number of await numbers.all()) {
    expect((await number.locator('bdi').first().textContent())?.replaceAll(' ', '')).toContain(digits);
  }
  const chosen = (await numbers.last().locator('bdi').first().textContent()) ?? '';
  await numbers.last().getByRole('button').click();
  await wizard.expectStep('plan-selection');
  await expect(page.getByText(chosen).first()).toBeAttached();
});
