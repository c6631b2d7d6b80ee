import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

const texts = {
  en: { menu: 'Plans', first: 'Hawakom 90', second: 'Postpaid 200' },
  ar: { menu: 'الباقات', first: 'هواكم 90', second: 'المفوترة 200' },
} as const;

const pages = {
  en: { hawakom: 'hawakom', plans: 'plans' },
  ar: { hawakom: 'هواكم', plans: 'الباقات' },
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
  for (const [type, name] of [
    ['prepaid', first],
    ['postpaid', second],
  ] as const) {
    await main.locator('label', { hasText: words(`sale:type.${type}`) }).click();
    await main.getByRole('checkbox', { name: words('comparison:compareOne', { name }) }).click();
  }
  await expectGoodPage(page, language);
  await main.getByRole('link', { name: words('comparison:compare') }).click();
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

test('a visitor compares Hawakom, and gets a plan by whose number it is', async ({
  page,
  wizard,
  words,
  language,
}) => {
  const { first } = texts[language];
  const main = page.getByRole('main');
  await page.goto(`/${language}/${pages[language].hawakom}`);
  const table = main.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(6);
  await expectGoodPage(page, language);
  await table.getByRole('link', { name: first }).click();
  await expect(wizard.heading(first)).toBeVisible();

  const number = main.getByLabel(words('plans:get.number'));
  const ask = async (typed: string) => {
    await number.fill(typed);
    await page.keyboard.press('Enter');
  };
  await main.getByRole('button', { name: words('plans:get.open') }).click();
  await expect(number).toBeFocused();
  await ask('0571');
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expectGoodPage(page, language);

  await test.step('a data SIM is told that it is not eligible', async () => {
    await ask('830000000001');
    await expect(main.getByText(words('plans:unfit.hawakom'))).toBeVisible();
    await expectGoodPage(page, language);
  });
  await test.step('a number of another operator is offered to join, to order and to be brought', async () => {
    await ask('٠٥٥١٢٣٤٥٦٧');
    await expect(main.getByText(words('plans:notOurs.title'))).toBeVisible();
    for (const [way, path] of [
      ['bring', /bring-your-number\?package=hawakom-90$/],
      ['sim', /order-sim\?package=hawakom-90$/],
      ['esim', /order-esim\?package=hawakom-90$/],
      ['join', /\/registration$/],
    ] as const) {
      const link = main
        .getByRole('link')
        .filter({ hasText: words(`plans:notOurs.${way}Hint`, { name: first }) });
      await expect(link).toHaveAttribute('href', path);
    }
    await expectGoodPage(page, language);
  });
  await test.step('a customer with our number signs in first, on the way to the switch', async () => {
    await ask('0570000006');
    await expect(main.getByText(words('plans:get.isOurs'))).toBeVisible();
    await expectGoodPage(page, language);
    await main.getByRole('link', { name: words('plans:get.signInAndSwitch') }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}/login\\?from=`));
    await expect(wizard.heading(words('sign-in:login.title'))).toBeVisible();
  });
});
