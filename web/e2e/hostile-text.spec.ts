import { theirNumber } from './support/customer.ts';
import {
  expectCalm,
  expectRefused,
  hostileTexts,
  turned,
  unprintable,
  watchHarm,
} from './support/hostile.ts';
import { expect, test } from './support/journey.ts';
import { expectNoOverflow } from './support/looks.ts';

test('a search is shown as it was typed, even hostile text', async ({ page, words, language }) => {
  const harm = watchHarm(page);
  const heading = page.getByRole('main').getByRole('heading', { level: 2 });
  for (const text of hostileTexts) {
    await page.goto(`/${language}/search?query=${encodeURIComponent(text)}`);
    await expect(heading.or(page.getByRole('alert'))).toBeVisible();
    if (await heading.isVisible()) {
      await expect(heading).toContainText(text);
    }
    await expect(page.getByRole('main').getByLabel(words('search:label'))).toHaveValue(text);
    await expectNoOverflow(page);
    await expectCalm(page, harm);
  }
});

test('hostile text in an order is shown as it was typed, or refused at its field', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const harm = watchHarm(page);
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  const email = wizard.field(words('order:contact.email'));
  for (const text of hostileTexts) {
    await wizard.fillContact({ ...order.person, email: text });
    await wizard.next();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expectNoOverflow(page);
    await expectCalm(page, harm);
  }
  await wizard.giveContact(order.person);
  await wizard.expectStep('delivery');

  for (const text of hostileTexts) {
    await page.goto(order.link('delivery'));
    await wizard.fillAddress(text);
    await wizard.field(words('delivery:area')).fill(text);
    await wizard.takeAddress();
    await wizard.expectStep('order-confirmation');
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expectNoOverflow(page);
    await expectCalm(page, harm);
  }
  await page.goto(order.link('delivery'));
  await wizard.fillAddress();
  await wizard.field(words('delivery:area')).fill(turned.typed);
  await wizard.takeAddress();
  await wizard.expectStep('order-confirmation');
  await expect(page.getByText(turned.kept).filter({ visible: true }).first()).toBeVisible();
  for (const text of unprintable) {
    await page.goto(order.link('delivery'));
    await wizard.fillAddress();
    await wizard.field(words('delivery:area')).fill(text);
    await wizard.takeAddress();
    await expect(wizard.field(words('delivery:area'))).toHaveAttribute('aria-invalid', 'true');
    await expectCalm(page, harm);
  }
});

test('hostile order numbers and promo codes find nothing and do no harm', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const harm = watchHarm(page);
  await page.goto(`/${language}/find-order`);
  const number = wizard.field(words('find-order:find.orderNumber'));
  for (const text of hostileTexts) {
    await number.fill(text);
    await wizard.button(words('find-order:find.submit')).click();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expectNoOverflow(page);
    await expectCalm(page, harm);
  }
  const order = await customer.startedUntil('order-confirmation');
  await page.goto(order.link('order-confirmation'));
  await page.getByText(words('order:promo.open')).click();
  const promo = wizard.field(words('order:promo.label'));
  for (const text of hostileTexts) {
    await promo.fill(text);
    await wizard.button(words('order:promo.apply')).click();
    await expect(promo).toHaveAttribute('aria-invalid', 'true');
    await expectNoOverflow(page);
    await expectCalm(page, harm);
  }
});

test('hostile text is refused where a customer registers and where a number on its way is corrected', async ({
  page,
  wizard,
  words,
  problems,
  customer,
  signIn,
}) => {
  const harm = watchHarm(page);
  await signIn.open('registration');
  for (const name of ['mobile', 'email', 'password'] as const) {
    await expectRefused(signIn.field(words(`registration:register.${name}`)), signIn.next, harm);
  }

  const order = await customer.bring(theirNumber('6013'));
  await customer.goOnUntil('payment', order);
  await wizard.payFor(order);
  await expect(page.getByText(problems.port_number_not_active)).toBeVisible();
  const number = wizard.field(words('port:rejected.msisdn'));
  await expectRefused(number, () => wizard.button(words('port:rejected.send')).click(), harm);
});
