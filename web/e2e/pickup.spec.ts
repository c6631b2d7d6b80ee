import { spacedMobile } from '../src/lib/text/digits.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage, expectGoodStep } from './support/looks.ts';
import { newPerson } from './support/people.ts';
import { cards } from './support/simulator.ts';
import { Support } from './support/support-team.ts';

/**
 * The courier's simulator scans parcels for this mobile number only when a journey says so
 * (docs/simulators.md).
 */
const scannedByHand = '0551239905';

test('a customer has the SIM sent to a branch and is told when to collect it', async ({
  page,
  request,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const person = { ...newPerson(), mobile: scannedByHand };
  const order = await customer.startedUntil('delivery', { person });
  await page.goto(order.link('delivery'));
  await wizard.expectStep('delivery');
  const branch = await customer.branch();
  await wizard.takeBranch(branch.name);

  await wizard.expectStep('order-confirmation');
  await expect(page.getByText(branch.name)).toBeVisible();
  await expectGoodStep(wizard);
  await wizard.confirm();
  await wizard.pay(cards.paid);
  await wizard.expectPlaced();

  await simulator.scan(order.orderNumber, 'picked-up');
  const now = page.getByRole('list', { name: words('details:statusLabel') }).locator('[aria-current=step]');
  await expect(now).toContainText(words('details:status.dispatched'));
  await expect(
    page.getByText(
      words('details:next.dispatchedPickup', { mobile: `\u2066${spacedMobile(person.mobile)}\u2069` }),
    ),
  ).toBeVisible();
  await simulator.scan(order.orderNumber, 'in-transit', 'delivered');
  await expect(now).toContainText(words('details:status.active'));
  await expectGoodPage(page, language);
  expect((await customer.order(order)).delivery).toMatchObject({ method: 'pickupSMSA', branchId: branch.id });
  const support = Support.signIn(request);
  expect(await support.books(order.id)).toMatchObject({ agree: true, findings: [] });
});
