import { expect, test } from './support/journey.ts';
import { Wizard } from './support/pages/wizard.ts';
import { wordsIn } from './support/texts.ts';

test('changing the language keeps the step and what was typed into it', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  await wizard.fillContact(order.person);
  await page.getByRole('link', { name: 'العربية' }).click();

  const arabic = new Wizard(page, 'ar', wordsIn('ar'));
  await arabic.expectStep('user-information');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(arabic.field(arabic.words('order:contact.email'))).toHaveValue(order.person.email);
  await page.getByRole('link', { name: 'English' }).click();
  await wizard.expectStep('user-information');
  await expect(wizard.field(words('order:contact.email'))).toHaveValue(order.person.email);
  await wizard.proveContact(order.person);
  await wizard.expectStep('delivery');
});

test('back and forward cross the languages with words and direction', async ({ page, wizard, words }) => {
  const english = new Wizard(page, 'en', wordsIn('en'));
  await page.goto('/ar/');
  await expect(wizard.heading(words('home:title'))).toBeVisible();
  await page.goto('/en/');
  await expect(english.heading(english.words('home:title'))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: english.words('home:cta') })
    .click();
  await english.expectStep('number-selection');
  await page.getByRole('link', { name: 'العربية' }).click();
  await wizard.expectStep('number-selection');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');

  await page.goBack();
  await english.expectStep('number-selection');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.goBack();
  await expect(english.heading(english.words('home:title'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.goForward();
  await page.goForward();
  await wizard.expectStep('number-selection');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
