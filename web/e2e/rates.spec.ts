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
  await page.getByRole('button', { name: words('rates:planner.submit') }).click();
  await expect(page.getByText(words('rates:planner.total')).first()).toBeVisible();
  await expectGoodPage(page, language);
});
