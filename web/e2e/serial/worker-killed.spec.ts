import { stepPath } from '../../src/features/order/model/order-steps.ts';
import { expect, test } from '../support/journey.ts';
import { killWorker } from '../support/stack.ts';
import { Support } from '../support/support-team.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a worker killed while the card is charged: the order goes on, and the card is charged once', async ({
    request,
    baseURL,
    wizard,
    customer,
    simulator,
  }) => {
    const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
    const returnUrl = `${baseURL}${stepPath('en', 'payment', order.id).replace('/en/', `/${language}/`)}`;
    await simulator.script('payment', {
      operation: 'charge',
      outcome: 'timeout-after-commit',
      match: { callback_url: returnUrl },
    });
    await wizard.payFor(order);
    const charged = async () => (await simulator.charges(order.id)).map(({ status }) => status);
    await expect.poll(charged).toEqual(['paid']);
    await killWorker();

    await expect(wizard.heading(wizard.words('details:thanksTitle'))).toBeVisible({ timeout: 60_000 });
    const { price } = await customer.order(order);
    expect(await simulator.charges(order.id)).toMatchObject([{ charged: price?.total, refunded: 0 }]);
    const support = Support.signIn(request);
    await expect.poll(() => support.books(order.id)).toMatchObject({ agree: true, findings: [] });
  });
});
