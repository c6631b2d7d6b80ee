import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

test('an address that is no page leads to help, which has the order at hand', async ({
  page,
  words,
  language,
}) => {
  await page.goto(`/${language}/there-is-no-such-page`);
  await page.getByRole('main').locator(`a[href="/${language}/help"]`).click();
  await expect(page.getByRole('heading', { level: 1, name: words('help:title') })).toBeVisible();
  await expectGoodPage(page, language);
  await page.goto(`/${language}/help?order=SC-1234567`);
  await expect(page.getByText('SC-1234567')).toBeVisible();
  await expect(page.getByRole('button', { name: words('help:copyOrder') })).toBeVisible();
  await expectGoodPage(page, language);
  await page.getByRole('main').locator(`a[href="/${language}/find-order"]`).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/find-order$`));
});
