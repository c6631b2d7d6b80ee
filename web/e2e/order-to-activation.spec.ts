import { expect, test } from './support/journey.ts';
import { expectGoodPage, expectGoodStep } from './support/looks.ts';
import { newPerson } from './support/people.ts';
import { cards } from './support/simulator.ts';

test('a visitor orders a SIM, follows it to the door and activates the line', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
  isMobile,
}) => {
  test.slow();
  const person = newPerson();
  const wait = {
    operation: 'request',
    outcome: 'wait-for-person',
    times: 2,
    match: { nationalId: person.idNumber },
  };
  await simulator.script('identity', wait);

  await test.step('home', async () => {
    await page.goto(`/${language}/`);
    await expect(wizard.heading(words('home:title'))).toBeVisible();
    await expectGoodPage(page, language);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('home:cta'), exact: true })
      .click();
  });
  await test.step('number', async () => {
    await wizard.expectStep('number-selection');
    await expectGoodPage(page, language);
    // Taken at once, because other journeys take numbers all the time.
    await wizard.takeNumber(await customer.freeNumber());
  });
  await test.step('plan', async () => {
    await expectGoodStep(wizard);
    await wizard.takePlan(/ 90$/);
  });
  await test.step('eligibility', async () => {
    await wizard.fillEligibility(person);
    await expectGoodStep(wizard);
    await wizard.checkEligibility();
  });
  await test.step('identity', async () => {
    await wizard.expectStep('identity-validation');
    const random = await wizard.askForIdentity();
    await expectGoodStep(wizard);
    if (isMobile) {
      await page.getByRole('link', { name: words('identity:open') }).click(); // the simulated phone; the real address opens the app
      await expect(page).toHaveURL(/\/phone$/);
    }
    await simulator.answerIdentity(person.idNumber, random);
    if (isMobile) {
      await page.goBack();
    }
  });
  await test.step('contact', async () => {
    await wizard.expectStep('user-information');
    await wizard.fillContact(person);
    await expectGoodStep(wizard);
    await wizard.proveContact(person);
  });
  await test.step('delivery', async () => {
    await wizard.expectStep('delivery');
    await wizard.fillAddress('by-hand');
    await expectGoodStep(wizard);
    await wizard.takeAddress();
  });
  await test.step('confirmation', async () => {
    await wizard.expectStep('order-confirmation');
    await expectGoodStep(wizard);
    await wizard.confirm();
  });
  await test.step('payment', async () => {
    await wizard.fillCard(cards.challenged);
    await expectGoodStep(wizard);
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await wizard.approveAtBank();
    await wizard.expectPlaced();
  });
  await test.step('delivery to the door', async () => {
    const state = page.getByRole('list', { name: words('details:statusLabel') });
    const now = state.locator('[aria-current=step]');
    await expect(now).toContainText(words('details:status.preparing'));
    await expectGoodPage(page, language);
    const orderNumber = await page.locator('dl bdi').first().textContent();
    await simulator.scan(orderNumber ?? '', 'picked-up');
    await expect(now).toContainText(words('details:status.dispatched'));
    await simulator.scan(orderNumber ?? '', 'in-transit', 'out-for-delivery', 'delivered');
    await expect(now).toContainText(words('details:status.active'));
    await expectGoodPage(page, language);
  });
  await test.step('activation', async () => {
    await page.getByRole('link', { name: words('details:activate') }).click();
    const random = await wizard.askForIdentity();
    await expectGoodPage(page, language);
    await simulator.answerIdentity(person.idNumber, random);
    await wizard.button(words('sim-activation:finish.submit')).click();
    await expect(wizard.heading(words('sim-activation:done.title'))).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('link', { name: words('sim-activation:done.order') }).click();
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible();
    await expect(page.getByText(problems['line.activated'])).toBeVisible();
    await expectGoodPage(page, language);
  });
});
