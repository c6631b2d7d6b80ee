import { riyals } from '../src/lib/text/format.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage, expectGoodSheet, expectGoodStep } from './support/looks.ts';

test('a promo code of each fate: told at the field, taken off the price, removed', async ({
  page,
  wizard,
  words,
  problems,
  customer,
}) => {
  const order = await customer.startedUntil('order-confirmation');
  const total = async () => riyals((await customer.order(order)).price?.total ?? 0);
  const full = await total();
  await page.goto(order.link('order-confirmation'));
  await page.getByText(words('order:promo.open')).click();
  const code = wizard.field(words('order:promo.label'));
  const refusals: [string, string][] = [
    ['!', problems.promo_code_wrong],
    ['NOSUCHCODE', problems.promo_code_invalid],
    ['SUMMER', problems.promo_code_expired],
    ['ESIM15', problems.promo_code_not_applicable],
    ['FIRST100', problems.promo_code_used_up],
  ];
  for (const [typed, refusal] of refusals) {
    await code.fill(typed);
    await wizard.button(words('order:promo.apply')).click();
    await expect(code).toHaveAccessibleDescription(refusal);
  }
  await expectGoodStep(wizard);

  await code.fill('welcome 10');
  await code.press('Enter');
  await expect(page.getByText('WELCOME10', { exact: true })).toBeVisible();
  const reduced = await total();
  expect(Number(reduced)).toBeLessThan(Number(full));
  await expect(page.getByRole('status').filter({ hasText: reduced })).toBeAttached();
  await expectGoodStep(wizard);

  await wizard.button(words('order:promo.remove')).click();
  await expect(page.getByRole('status').filter({ hasText: words('order:promo.removed') })).toBeAttached();
  expect(await total()).toBe(full);

  await page.getByText(words('order:promo.open')).click();
  await code.fill('SAVE20');
  await wizard.button(words('order:promo.apply')).click();
  await expect(page.getByText('SAVE20', { exact: true })).toBeVisible();
  await wizard.confirm();
});

test('a paid order has a receipt to print, which its letter brings', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await page.getByRole('link', { name: words('details:facts.receipt') }).click();
  await expect(wizard.heading(words('receipt:title'))).toBeFocused();
  const { price } = await customer.order(order);
  const sum = page.getByRole('row', { name: words('receipt:total') }).last();
  await expect(sum).toContainText(riyals(price?.total ?? 0));
  await expect(page.getByRole('img', { name: words('receipt:qr') })).toBeVisible();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await expectGoodPage(page, language);

  const brought = async () =>
    (await simulator.outbox(order.person.email)).flatMap(({ id, attachments = [] }) =>
      attachments.map(({ name }) => ({ id, name })),
    );
  await expect.poll(brought).toMatchObject([{ name: `tax-invoice-${order.orderNumber}.pdf` }]);
  const [file] = await brought();
  expect(await simulator.fileOf(file?.id ?? '', file?.name ?? '')).toMatch(/^%PDF-/);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expectGoodSheet(page);
  await expect(wizard.button(words('receipt:print'))).toBeHidden();
  await expect(sum).toBeVisible();
  await expect(page.getByRole('img', { name: words('receipt:qr') })).toBeVisible();
});
