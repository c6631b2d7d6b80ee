import { answerWithinMs } from '../src/api/client.ts';
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

  await page.clock.fastForward(answerWithinMs);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(words('shell:silence.timeout', { ms: answerWithinMs }));
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
  const order = await customer.startedUntil('personal-information');
  const keys: (string | undefined)[] = [];
  const seqs: number[] = [];
  await page.clock.install();
  await page.goto(order.link('personal-information'));
  await wizard.expectStep('personal-information');
  await page.route(`**/api/orders/${order.id}/personal-information`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    seqs.push((await answer.json()).seq);
    if (seqs.length > 1) {
      await route.fulfill({ response: answer });
    }
  });
  await wizard.fillContact(order.person);
  await wizard.next();
  await expect.poll(() => seqs).toHaveLength(1);
  await page.clock.fastForward(answerWithinMs);
  await expect(page.getByRole('alert')).toContainText(words('shell:silence.timeout', { ms: answerWithinMs }));
  await wizard.next();
  await wizard.expectStep('delivery');
  expect(keys[1]).toBe(keys[0]);
  expect(seqs[1], 'the order was changed once').toBe(seqs[0]);
});
