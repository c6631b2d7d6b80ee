import { pretendOrder } from '../../pretend.ts';
import type { Walker } from '../../walker.ts';

/** The reservation has expired: the number is free for others. */
async function holdExpired(walker: Walker): Promise<void> {
  const { page, words, customer, studio } = walker;
  const order = await customer.startedUntil('eligibility-check');
  await pretendOrder(walker, order, ({ booking }) => ({
    booking: booking && { ...booking, expired: true, holdExpiresAt: new Date().toISOString() },
  }));
  await page.goto(order.link('eligibility-check'));
  await page.getByRole('dialog', { name: words('order:expired.title') }).waitFor();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await studio.shoot('hold-expired');
  await page.unrouteAll();
}

/** The last minutes of a reservation. */
async function holdEnds({ page, wizard, words, customer, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('plan-selection');
  await page.clock.install();
  await page.goto(order.link('plan-selection'));
  await wizard.expectStep('plan-selection');
  const { booking, serverTime } = await customer.order(order);
  const left = Date.parse(booking?.holdExpiresAt ?? '') - Date.parse(serverTime);
  await page.clock.runFor(left - 4 * 60_000);
  await wizard.button(words('order:hold.keep')).first().waitFor();
  await studio.shoot('hold-ends');
  await page.clock.resume();
}

/** A paid order whose number another customer has got. */
async function numberLost(walker: Walker): Promise<void> {
  const { page, words, customer, studio } = walker;
  const order = await customer.startedUntil('payment');
  await pretendOrder(walker, order, () => ({ stage: 'number-lost', step: 'order-details', canCancel: true }));
  await page.goto(order.link('order-details'));
  await page.getByText(words('details:lost.similar')).waitFor();
  await page.waitForLoadState('networkidle');
  await studio.shoot('number-lost');
  await page.unrouteAll();
}

/** No message about the order arrives. */
async function unreached({ page, wizard, words, customer, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('payment');
  await page.route(`**/api/orders/${order.id}/timeline*`, async (route) => {
    const json = await (await route.fetch()).json();
    json.unreached = [
      { channel: 'mobile', address: '055•••9922' },
      { channel: 'email', address: 's•••@example.com' },
    ];
    await route.fulfill({ json });
  });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await page.getByText(words('details:unreached.email')).waitFor();
  await studio.shoot('unreached');
  await page.unrouteAll({ behavior: 'wait' });
}

/** A request declined in the app, and a request without an answer. */
async function identity({ page, wizard, words, customer, simulator, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('identity-validation');
  await page.goto(order.link('identity-validation'));
  const match = { nationalId: order.person.idNumber };
  for (const outcome of ['reject', 'expire'] as const) {
    await simulator.script('identity', { operation: 'request', outcome, match });
  }
  await wizard.button(words('identity:send')).click();
  await page.getByText(words('identity:rejected'), { exact: true }).waitFor();
  await studio.shoot('identity-rejected');
}

/** An activation with a wrong SIM number, and without a SIM number. */
async function activation({ page, wizard, words, language, studio }: Walker): Promise<void> {
  await page.goto(`/${language}/sim-activation`);
  await wizard.field(words('sim-activation:find.iccid')).fill('8996657999999999113');
  await page.getByLabel(words('sim-activation:find.idNumber'), { exact: true }).fill('1000000008');
  await wizard.button(words('sim-activation:find.submit')).click();
  await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor();
  await studio.shoot('activation-not-found');
}

/** The session ended while the page was open. */
async function sessionExpired({ page, member, words, studio }: Walker): Promise<void> {
  await member.signInAt('profile', '0570000001');
  const over = { message: '', messageKey: 'sign_in_required', code: -401, traceId: '0' };
  await page.route('**/api/usage**', (route) => route.fulfill({ status: 401, json: over }));
  await member.openHistory();
  await page.getByRole('dialog').getByText(words('shell:expired.text')).waitFor();
  await studio.shoot('session-expired');
}

export async function walkTrouble(walker: Walker): Promise<void> {
  await holdExpired(walker);
  await numberLost(walker);
  await unreached(walker);
  await identity(walker);
  await activation(walker);
  await sessionExpired(walker);
  await holdEnds(walker);
}
