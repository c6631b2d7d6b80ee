import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

test('what calls abroad cost is found by country, and what a stay there would', async ({
  page,
  words,
  language,
}) => {
  await page.goto(`/${language}/${language === 'ar' ? encodeURI('الأسعار-الدولية') : 'international-rates'}`);
  await page.getByRole('searchbox', { name: words('rates:search.label') }).fill('+20');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectGoodPage(page, language);
  await page.goto(`/${language}/${language === 'ar' ? encodeURI('أسعار-التجوال') : 'roaming-rates'}`);
  await page.getByRole('searchbox', { name: words('rates:trip.where') }).fill('AE');
  await page.getByRole('button', { name: language === 'ar' ? /الإمارات/ : 'United Arab Emirates' }).click();
  await expect(page.getByText(words('rates:trip.best'))).toBeVisible();
  await expect(page.getByRole('link', { name: words('rates:trip.signIn') })).toBeVisible();
  await expectGoodPage(page, language);
});
