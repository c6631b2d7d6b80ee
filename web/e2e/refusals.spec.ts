import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { newPerson } from './support/people.ts';

/** Persons of the simulators (docs/simulators.md) and of the seed who may not order. */
const atTheLimit = '1000000123';
const blockedByRegistry = '1000000131';
const blockedByUs = '1099999904';
const unknownToRegistry = '1000000115';

test('who may not have a SIM reads why, and everything typed stays', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('eligibility-check');
  await page.goto(order.link('eligibility-check'));
  await wizard.expectStep('eligibility-check');
  const says = (text: string) => expect(page.getByText(text).first()).toBeVisible();
  const id = wizard.field(words('order:eligibility.idNumber'));

  await test.step('nothing filled in', async () => {
    await wizard.checkEligibility();
    await says(words('common:errors.required'));
    await expectGoodPage(page, language);
  });
  const claims: [string, string, string, string][] = [
    ['too few digits', '10000', '1992-03-14', words('order:eligibility.idNumberError')],
    ['a first digit that no ID has', '3000000008', '1992-03-14', words('order:eligibility.idNumberError')],
    ['a wrong check digit', '1000000009', '1992-03-14', problems.id_number_invalid],
    ['not born yet', '1000000008', '2099-01-01', words('order:eligibility.birthDateError')],
    ['under age', '1000000149', '2012-05-05', problems.under_age],
    ['born on another day', '1000000156', '1992-03-14', problems.id_birth_date_mismatch],
    ['unknown to the registry', unknownToRegistry, '1992-03-14', problems.id_birth_date_mismatch],
  ];
  for (const [name, idNumber, birthDate, text] of claims) {
    await test.step(name, async () => {
      await wizard.fillEligibility({ ...order.person, idNumber, birthDate });
      await wizard.checkEligibility();
      await says(text);
      await expect(id).toHaveValue(idNumber);
    });
  }
  await test.step('a citizen who says to be a foreigner', async () => {
    await wizard.fillEligibility(order.person);
    await page.getByLabel(words('order:eligibility.nationality')).selectOption('IN');
    await wizard.checkEligibility();
    await says(words('order:eligibility.nationalityError'));
  });
  // A person who types an ID learns nothing about its owner. A person who proves to be the owner learns the reason.
  const barred: [string, string, string][] = [
    ['blocked by the registry', blockedByRegistry, problems.id_blocked],
    ['blocked by us', blockedByUs, problems.id_blocked],
    ['at the SIM limit', atTheLimit, problems.max_sims_reached],
  ];
  for (const [name, idNumber, text] of barred) {
    await test.step(name, async () => {
      const other = await customer.startedUntil('eligibility-check');
      await page.goto(other.link('eligibility-check'));
      await wizard.fillEligibility({ ...other.person, idNumber, birthDate: '1992-03-14' });
      await wizard.checkEligibility();
      await wizard.expectStep('identity-validation');
      await wizard.button(words('identity:send')).click();
      await says(text);
      await expectGoodPage(page, language);
      await page.getByRole('link', { name: words('order:identity.otherPerson') }).click();
      await wizard.expectStep('eligibility-check');
    });
  }
  await page.goto(order.link('eligibility-check'));
  await wizard.fillEligibility(newPerson());
  await page.getByLabel(words('order:eligibility.nationality')).selectOption('SA');
  await wizard.checkEligibility();
  await wizard.expectStep('identity-validation');
  expect((await customer.order(order)).booking).toMatchObject({ msisdn: order.msisdn, expired: false });
});

test('a name with digits and mobiles that differ are told at their fields', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  await wizard.fillContact(order.person);
  const name = wizard.field(words('order:contact.fullName'));
  const again = wizard.field(words('order:contact.mobileConfirmation'));
  await name.fill('Sara 2');
  await again.fill('0551234567');
  await wizard.next();
  await expect(name).toHaveAccessibleDescription(new RegExp(words('order:contact.fullNameError')));
  await expect(again).toHaveAccessibleDescription(words('order:contact.mobileConfirmationError'));
  await expect(wizard.field(words('order:contact.email'))).toHaveValue(order.person.email);

  await page.getByLabel(words('order:contact.mobile'), { exact: true }).fill('0112345678');
  await wizard.next();
  await expect(page.getByText(words('order:contact.mobileError'))).toBeVisible();
  await name.fill('Sara Ali');
  await wizard.giveContact(order.person);
  await wizard.expectStep('delivery');
});

test('an address without a city is not taken, and the rest of it stays', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const order = await customer.startedUntil('delivery');
  await page.goto(order.link('delivery'));
  await wizard.fillAddress('Call first');
  const city = page.getByLabel(words('delivery:city'));
  await city.selectOption('');
  await wizard.takeAddress();
  await expect(city).toHaveAccessibleDescription(words('common:errors.required'));
  await expect(wizard.field(words('delivery:notes'))).toHaveValue('Call first');
  await city.selectOption('jeddah');
  await wizard.takeAddress();
  await wizard.expectStep('order-confirmation');
});

test('another customer was faster with a number: the shop says so and offers others', async ({
  page,
  wizard,
  problems,
  language,
  customer,
}) => {
  await page.goto(`/${language}/order-sim`);
  await wizard.expectStep('number-selection');
  const rival = await customer.freeNumber();
  await wizard.search(rival.slice(-5));
  await expect(wizard.shopNumber(rival)).toBeVisible();
  const first = await customer.take(rival);
  await wizard.shopNumber(rival).click();
  await expect(page.getByRole('alert')).toContainText(problems.number_taken);
  await expect(wizard.shopNumber(rival)).toBeHidden();
  await expectGoodPage(page, language);
  expect((await customer.order(first)).booking?.msisdn).toBe(rival);
  const free = await customer.freeNumber();
  await wizard.takeNumber(free);
  await expect(wizard.summary.getByRole('timer')).toBeVisible();
});
