import type { Locator, Page } from '@playwright/test';
import { address } from './ground/customer.ts';
import { expect, test } from './ground/journey.ts';
import { cards } from './ground/simulator.ts';
import type { FormStep, Wizard } from './ground/wizard.ts';

const patience = 80;

/** Tab until it has the focus; what Tab never reaches fails. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const focused = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < patience; presses++) {
    if (await focused()) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused({ timeout: 1 });
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Keyboard and screen reader start at the top of what is new. */
const expectFocusOn = (wizard: Wizard, step: FormStep) => expect(wizard.titleOf(step)).toBeFocused();

test('the whole order without a mouse', { tag: ['@en-desktop'] }, async ({
  page,
  wizard,
  words,
  customer,
}) => {
  test.slow();
  const msisdn = await customer.freeNumber();
  await page.goto('/en/');
  await press(page, page.getByRole('main').getByRole('link', { name: words('home:cta'), exact: true }));

  await expectFocusOn(wizard, 'number-selection');
  await type(page, wizard.field(words('numbers:label')), msisdn.slice(-6));
  await press(page, wizard.shopNumber(msisdn));

  await expectFocusOn(wizard, 'plan-selection');
  await press(page, page.getByRole('article').getByRole('button').first());

  await expectFocusOn(wizard, 'eligibility-check');
  await type(page, wizard.field(words('order:eligibility.idNumber')), '1000000081');
  await type(page, wizard.birthDatePart('day'), '14');
  await type(page, wizard.birthDatePart('month'), '3');
  await type(page, wizard.birthDatePart('year'), '1992');
  await page.keyboard.press('Enter');

  await expectFocusOn(wizard, 'identity-validation');
  await press(page, wizard.button(words('identity:send')));

  await expectFocusOn(wizard, 'personal-information');
  await type(page, wizard.field(words('order:contact.email')), 'sara@example.com');
  await type(page, page.getByLabel(words('order:contact.mobile'), { exact: true }), '0551234567');
  await type(page, wizard.field(words('order:contact.mobileConfirmation')), '0551234567');
  await page.keyboard.press('Enter');

  await expectFocusOn(wizard, 'delivery');
  const city = page.getByLabel(words('order:delivery.city'));
  await tabTo(page, city);
  await page.keyboard.type('Riyadh');
  await expect(city).toHaveValue(address.city);
  await type(page, wizard.field(words('order:delivery.area')), address.area);
  await type(page, wizard.field(words('order:delivery.street')), address.street);
  await type(page, wizard.field(words('order:delivery.buildingNumber')), address.buildingNumber);
  await page.keyboard.press('Enter');

  await expectFocusOn(wizard, 'order-confirmation');
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, wizard.button(words('order:confirmation.submit')));

  await expectFocusOn(wizard, 'payment');
  for (const [purpose, text] of [
    ['cc-number', cards.paid],
    ['cc-exp', '1230'],
    ['cc-csc', '123'],
    ['cc-name', 'SARA ALI'],
  ]) {
    await tabTo(page, wizard.cardFields.locator(`[autocomplete=${purpose}]`));
    await page.keyboard.type(`${text}`);
  }
  await press(page, page.getByRole('button', { name: words('order:payment.pay') }));
  await expect(wizard.heading(words('details:thanksTitle'))).toBeFocused();
});
