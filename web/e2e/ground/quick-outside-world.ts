import { request } from '@playwright/test';
import { Simulator } from './simulator.ts';

/** The outside systems answer after a second or so: nobody waits, and what happens in between can still be seen. */
export default async function quickOutsideWorld(): Promise<void> {
  const context = await request.newContext();
  const simulator = new Simulator(context);
  await simulator.knobs('identity', { pace: { autoApproveAfterMs: 1_000 } });
  await simulator.knobs('courier', { pace: { scanEveryMs: 1_500 } });
  await simulator.knobs('payment', { pace: { settleAfterMs: 2_000 } });
  await simulator.knobs('esim', { pace: { downloadAfterMs: 0 } });
  await simulator.knobs('portability', { pace: { donorAnswersAfterMs: 1_000 } });
  await context.dispose();
}
