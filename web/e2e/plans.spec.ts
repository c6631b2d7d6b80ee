import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

const texts = {
  en: { menu: 'Plans', first: 'Hawakom 90', second: 'Postpaid 200' },
  ar: { menu: 'الباقات', first: 'هواكم 90', second: 'المفوترة 200' },
} as const;

test('a visitor compares two plans, reads one and orders a SIM with it', async ({
  page,
  wizard,
  words,
  language,
  isMobile,
}) => {
  const { menu, first, second } = texts[language];
  const main = page.getByRole('main');
  await page.goto(`/${language}/`);
  const header = page.locator('header');
  await (isMobile
    ? header.getByRole('button', { name: words('common:nav.menu') })
    : header.locator('summary').first()
  ).click();
  const opened = isMobile ? page.getByRole('dialog') : header.locator('details[open]');
  await opened.getByRole('link', { name: menu, exact: true }).click();
  await expect(wizard.heading(words('plans:title'))).toBeVisible();
  for (const name of [first, second]) {
    await main.getByRole('button', { name: words('plans:compare.choose', { name }) }).click();
  }
  await expectGoodPage(page, language);
  await main.getByRole('link', { name: words('plans:compare.go') }).click();
  const table = main.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([first, second]);
  await expect(table).toContainText(words('dashboard:allowance.roaming_data'));
  await expectGoodPage(page, language);

  await table.getByRole('link', { name: first }).click();
  await expect(wizard.heading(first)).toBeVisible();
  await expect(main.getByText(words('plans:rates.title'))).toBeVisible();
  await expectGoodPage(page, language);
  await main.getByRole('link', { name: words('plans:order.sim'), exact: true }).click();
  await expect(page).toHaveURL(/package=hawakom-90/);
});
