import { type FullConfig, request } from '@playwright/test';
import { Simulator } from './simulator.ts';
import { signStaffIn } from './staff.ts';

/** Sets short delays, so that no journey waits long and the states in between are still visible. */
export async function answerSoon(simulator: Simulator): Promise<void> {
  await simulator.knobs('identity', { pace: { autoApproveAfterMs: 300 } });
  await simulator.knobs('courier', { pace: { scanEveryMs: 500 } });
  await simulator.knobs('payment', { pace: { settleAfterMs: 1_000 } });
  await simulator.knobs('esim', { pace: { downloadAfterMs: 0 } });
  await simulator.knobs('portability', { pace: { donorAnswersAfterMs: 500 } });
}

/** Makes the outside systems answer after about a second, and signs the staff in. */
export default async function quickOutsideWorld({ projects }: FullConfig): Promise<void> {
  const context = await request.newContext({ baseURL: projects[0]?.use.baseURL });
  await answerSoon(new Simulator(context));
  await signStaffIn(context);
  await context.dispose();
}
