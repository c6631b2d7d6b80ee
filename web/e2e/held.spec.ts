import { address } from './support/customer.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Support } from './support/support-team.ts';

test('a parcel the courier refuses is held, amended by support, and goes on to the door', async ({
  page,
  request,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('details:held.address')).first()).toBeVisible();
  await expectGoodPage(page, language);

  const support = Support.signIn(request);
  await support.resolve(order.id, {
    action: 'amend',
    note: 'Street corrected on the phone',
    amendments: { address },
  });
  await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeHidden();
  const now = page.getByRole('list', { name: words('details:statusLabel') }).locator('[aria-current=step]');
  await expect(now).toContainText(words('details:status.active'));
  expect((await customer.order(order)).stage).toBe('delivered');
  expect(await support.books(order.id)).toMatchObject({ agree: true, findings: [] });
});

test('a customer corrects the address that the courier refused, and the parcel comes to the new one', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(order);
  await expect(page.getByRole('heading', { name: words('details:correctAddress.title') })).toBeVisible();
  await expectGoodPage(page, language);
  await wizard.fillAddress();
  await page.getByRole('button', { name: words('details:correctAddress.send') }).click();
  await expect(page.getByText(words('details:correctAddress.done'))).toBeVisible();
  const now = page.getByRole('list', { name: words('details:statusLabel') }).locator('[aria-current=step]');
  await expect(now).toContainText(words('details:status.active'));
  expect((await customer.order(order)).stage).toBe('delivered');
});
