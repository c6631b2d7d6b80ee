import type { Order } from '../../../../src/api/gen/index.ts';
import codes from '../../held-codes.json' with { type: 'json' };
import { pretendOrder } from '../../pretend.ts';
import type { Walker } from '../../walker.ts';

const progressOf = (key: 'preparing' | 'esim-code' | 'donor-agrees'): Order['progress'] => ({
  headline: 'held',
  milestones: [
    { key: 'placed', state: 'done' },
    { key, state: 'waiting', actor: 'support' },
    { key: 'active', state: 'to-come' },
  ],
});

const lookOf = {
  sim: { kind: 'sim', simType: 'physical', progress: progressOf('preparing') },
  esim: { kind: 'esim', simType: 'esim', progress: progressOf('esim-code') },
  port: { kind: 'sim', simType: 'physical', progress: progressOf('donor-agrees') },
} as const;

/**
 * Returns the stage before the hold. A late dispute holds an active order; for other codes any stage will do.
 */
const fromOf = (failureCode: string) => (failureCode === 'dispute_too_late' ? 'active' : 'preparing');

/** The page of a held order, for each failure code with its own text, and once for all others. */
export async function walkHeld(walker: Walker): Promise<void> {
  const { page, words, customer, problems, studio } = walker;
  const order = await customer.startedUntil('payment');
  const texts: Record<string, string> = problems;
  let now: Partial<Order> = {};
  await pretendOrder(walker, order, () => now);
  for (const kind of ['sim', 'esim', 'port'] as const) {
    for (const failureCode of codes[kind]) {
      const message = texts[`held.${failureCode}`] ?? texts[failureCode];
      if (!message) {
        throw new Error(`${failureCode} has no text`);
      }
      const since = new Date(Date.now() - 3_600_000).toISOString();
      now = {
        ...lookOf[kind],
        stage: 'held',
        step: 'order-details',
        canCancel: true,
        held: { failureCode, message, since, from: fromOf(failureCode) },
      };
      await page.goto('about:blank'); // the same address again would not load the page
      await page.goto(order.link('order-details'));
      await page.getByText(words('details:held.title')).first().waitFor();
      await studio.shoot(failureCode, page, ['phone']);
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
