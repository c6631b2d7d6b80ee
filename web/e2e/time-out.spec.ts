import { patienceMs, stillCheckingAfterMs } from '../src/lib/http/patience.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

test('a booking whose answer does not come is asked for again, and is the same booking', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const booked: string[] = [];
  const keys: (string | undefined)[] = [];
  await page.route('**/api/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    booked.push((await answer.json()).order.id);
    if (booked.length > 1) {
      await route.fulfill({ response: answer });
    }
  });
  const msisdn = await customer.freeNumber();
  await page.clock.install();
  await page.goto(`/${language}/order-sim`);
  await wizard.search(msisdn.slice(-5));
  await wizard.shopNumber(msisdn).click();
  await expect
    .poll(() => booked, { message: 'the server has booked, but the page does not know' })
    .toHaveLength(1);

  await page.clock.runFor(stillCheckingAfterMs + 500);
  await expect(page.getByText(words('shell:silence.stillChecking'))).toBeVisible();
  await page.clock.fastForward(patienceMs);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(words('shell:silence.timeout', { ms: patienceMs }));
  await expectGoodPage(page, language);
  expect(keys, 'nothing is sent again by itself after so long').toHaveLength(1);

  await alert.getByRole('button', { name: words('common:actions.retry') }).click();
  await wizard.expectStep('plan-selection');
  expect(keys[1]).toBe(keys[0]);
  expect(booked[1]).toBe(booked[0]);
  expect(new URL(page.url()).pathname).toContain(booked[0]);
});

test('a step whose answer does not come is sent again under its key', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const order = await customer.startedUntil('delivery');
  const keys: (string | undefined)[] = [];
  const seqs: number[] = [];
  await page.clock.install();
  await page.goto(order.link('user-information'));
  await wizard.expectStep('user-information');
  await page.route(`**/api/orders/${order.id}/personal-information`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    seqs.push((await answer.json()).seq);
    if (seqs.length > 1) {
      await route.fulfill({ response: answer });
    }
  });
  await wizard.next();
  await expect.poll(() => seqs).toHaveLength(1);
  await page.clock.fastForward(patienceMs);
  await expect(page.getByText(words('shell:silence.late'))).toBeVisible();
  await page.clock.fastForward(10_000);
  await wizard.expectStep('delivery');
  expect(keys[1]).toBe(keys[0]);
  expect(seqs[1], 'the order was changed once').toBe(seqs[0]);
});

test('the end of a hold is in view five minutes before, and one tap moves it', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('plan-selection');
  const { booking, serverTime } = await customer.order(order);
  const left = Date.parse(booking?.holdExpiresAt ?? '') - Date.parse(serverTime);
  await page.clock.install();
  await page.goto(order.link('plan-selection'));
  await wizard.expectStep('plan-selection');
  const warning = page.locator('[data-hold-ends]');
  await page.clock.runFor(left - 6 * 60_000);
  await expect(warning).toBeHidden();
  await page.clock.runFor(90_000);
  await expect(warning).toBeInViewport();
  await expectGoodPage(page, language);

  await warning.getByRole('button', { name: words('order:hold.keep') }).click();
  await expect(warning, 'a whole hold was added to what is left').toBeHidden();
  const kept = await customer.order(order);
  expect(Date.parse(kept.booking?.holdExpiresAt ?? '')).toBeGreaterThan(
    Date.parse(booking?.holdExpiresAt ?? ''),
  );
  expect(kept.booking?.extensionsLeft).toBe(0);
});
