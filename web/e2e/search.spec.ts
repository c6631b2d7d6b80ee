import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

const wanted = {
  en: {
    words: 'order ESIM',
    page: 'Order an eSIM',
    plan: 'hawakom 90',
    other: 'شريحه',
    misspelt: 'rekharge',
    meant: 'recharge',
  },
  ar: {
    words: 'إلكترونيه شَريحة',
    page: 'اطلب شريحة إلكترونية',
    plan: 'هواكم ٩٠',
    other: 'simm',
    misspelt: 'روميج',
    meant: 'رومينج',
  },
} as const;

test('pages and plans are found by words, and lead where they say', async ({
  page,
  words,
  language,
  isMobile,
}) => {
  const looked = wanted[language];
  const field = page.getByRole('searchbox', { name: words('search:label') });
  await page.goto(`/${language}/terms`);
  if (isMobile) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: words('search:open') })
      .click();
    await expect(field).toBeFocused();
    await expectGoodPage(page, language);
  }
  await field.fill(looked.words);
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${language}/search\\?query=`));
  await expect(page.getByRole('main').locator('h2:focus'), 'what was found').toBeVisible();
  const result = page.getByRole('main').getByRole('link', { name: looked.page });
  await expect(result).toBeVisible();
  await expectGoodPage(page, language);

  await field.fill(looked.plan);
  await page
    .getByRole('main')
    .getByRole('button', { name: words('search:submit') })
    .click();
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await expect(first, 'no longer what was found before').toHaveAttribute('href', /\/hawakom-90$/);
  await first.click();
  await expect(page).toHaveURL(/\/hawakom-90$/);
  await page.goBack();
  await expect(field).toHaveValue(looked.plan);

  await field.fill(looked.other);
  await field.press('Enter');
  await expect(first, 'words of the other language (D13)').toHaveAttribute(
    'href',
    new RegExp(`^/${language}/order-sim$`),
  );
  await field.fill(looked.misspelt);
  await field.press('Enter');
  await page.getByRole('main').getByRole('link', { name: looked.meant, exact: true }).click();
  await expect(field).toHaveValue(looked.meant);
  await expect(first).toHaveAttribute('href', language === 'ar' ? /أسعار-التجوال|%D8%A3/ : /\/recharge$/);
  await expectGoodPage(page, language);
  const long = looked.other.repeat(2_500);
  await field.fill(long);
  await field.press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue(long);
  await expectGoodPage(page, language);
});

test('where there is nothing to be found, there is a way on', async ({ page, words, language }) => {
  const unknown = 'zzqxv';
  await page.goto(`/${language}/search?query=${encodeURIComponent(unknown)}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    words('search:nothing', { query: unknown }),
  );
  await expectGoodPage(page, language);
  await page
    .getByRole('main')
    .getByRole('link', { name: words('common:actions.home') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/$`));
});
