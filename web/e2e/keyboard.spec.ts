import { randomInt } from 'node:crypto';
import { expect, test } from './support/journey.ts';
import { Keyboard } from './support/keyboard.ts';
import { EsimPages } from './support/pages/esim.ts';
import { newPerson } from './support/people.ts';
import { isWorkingDay } from './support/working-day.ts';

test('the whole order of a SIM without a mouse', async ({ page, wizard, words, customer }) => {
  test.slow();
  const keyboard = new Keyboard(wizard);
  const person = newPerson();
  await page.goto('/en/');
  await keyboard.press(page.getByRole('main').getByRole('link', { name: words('home:cta'), exact: true }));
  await keyboard.takeNumber(await customer.freeNumber());
  await keyboard.takeFirstPlan();
  await keyboard.giveEligibility(person);
  await keyboard.identify();
  await keyboard.giveContact(person);
  await keyboard.giveAddress();
  await keyboard.confirmAndPay();
});

test('the whole order of an eSIM without a mouse', async ({ page, wizard, words, customer, simulator }) => {
  test.slow();
  const keyboard = new Keyboard(wizard);
  const esim = new EsimPages(wizard);
  const person = newPerson();
  await page.goto('/en/');
  await keyboard.press(page.getByRole('main').getByRole('link', { name: words('home:ways.esim') }));
  await expect(page.getByRole('radio', { name: words('start:esim') })).toBeChecked();
  await keyboard.type(page.getByRole('searchbox', { name: words('device:search') }), 'iphone 16 pro');
  await expect(
    page.getByRole('status').filter({ hasText: words('device:shown', { count: 2 }) }),
  ).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Apple iPhone 16 Pro', exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /Galaxy/ })).toHaveCount(0);
  await keyboard.choose(page.getByRole('radio', { name: /^Apple/ }).first());
  await page.keyboard.press('Enter');
  await keyboard.takeNumber(await customer.freeNumber());
  await keyboard.takeFirstPlan();
  await keyboard.giveEligibility(person);
  await keyboard.identify();
  await keyboard.giveContact(person);
  await keyboard.confirmAndPay();

  await test.step('a new code for a phone that did not take the first', async () => {
    await expect(esim.install).toBeVisible();
    const orderId = new URL(page.url()).pathname.split('/')[3] ?? '';
    await keyboard.press(wizard.button(words('esim:send.action')));
    await expect(page.getByText(words('esim:send.done'))).toBeVisible();
    await simulator.phoneReports(orderId, 'no-memory');
    await keyboard.press(wizard.button(words('esim:failed.newCode')));
    const question = page.getByRole('dialog', { name: words('esim:failed.title') });
    await keyboard.press(question.getByRole('button', { name: words('esim:failed.confirm') }));
    await expect(esim.install).toBeVisible();
    await simulator.phoneReports(orderId, 'downloaded', 'installed');
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible();
  });
});

test('bringing a number without a mouse: another time for the switch', async ({ page, wizard, words }) => {
  test.slow();
  const keyboard = new Keyboard(wizard);
  const person = newPerson();
  const msisdn = `056${String(randomInt(1000)).padStart(3, '0')}${randomInt(7000, 10_000)}`;
  await page.goto('/ar/order-sim/bring-your-number');
  await keyboard.press(wizard.button(words('common:actions.continue')));
  await keyboard.expectFocusOn('mnp-number-selection');
  await keyboard.press(wizard.button(words('common:actions.continue')));
  await expect(page.getByText(words('port:request.operatorError'))).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeFocused();
  await keyboard.choose(page.getByRole('radio').first());
  await keyboard.type(wizard.field(words('port:request.msisdn')), msisdn);
  const window = page.getByLabel(words('port:request.window'));
  await keyboard.press(window, 'End'); // a day far ahead, so that the time to change it does not run out
  while (!isWorkingDay(await window.inputValue())) {
    await page.keyboard.press('ArrowUp');
  }
  await keyboard.press(page.getByRole('checkbox'), 'Space');
  await page.keyboard.press('Enter');
  await expect(wizard.heading(words('port:checked.title'))).toBeFocused();
  await keyboard.press(page.getByRole('link', { name: words('common:actions.continue') }));
  await keyboard.takeFirstPlan();
  await keyboard.giveEligibility(person);
  await keyboard.identify();
  await keyboard.giveContact(person);
  await keyboard.giveAddress();
  await keyboard.confirmAndPay();

  await test.step('the day is changed, and the request withdrawn', async () => {
    const another = wizard.button(words('port:another.open'));
    await keyboard.press(another);
    await expect(window).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    while (!isWorkingDay(await window.inputValue())) {
      await page.keyboard.press('ArrowDown');
    }
    await keyboard.press(wizard.button(words('port:another.send')));
    await expect(page.getByText(words('port:another.done'))).toBeVisible();
    await expect(another).toBeFocused();
    await keyboard.press(wizard.button(words('details:withdraw.open')));
    const question = page.getByRole('dialog', { name: words('details:withdraw.title') });
    await keyboard.press(question.getByRole('button', { name: words('details:withdraw.confirm') }));
    await expect(wizard.heading(words('details:ended.withdrawn'))).toBeVisible();
  });
});
