import type { Deactivation, LineToEnd } from '../../../../src/api/gen-lines/index.ts';
import { DeactivationPage } from '../../../support/pages/deactivation.ts';
import type { Walker } from '../../walker.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Rare states of a line, made from the server's own answer. */
const pretended: Record<string, (now: LineToEnd) => LineToEnd> = {
  postpaid: (now) => ({ ...now, type: 'postpaid', dues: 23_000, leaving: { cost: 40_250, months: 7 } }),
  obstacles: (now) => ({
    ...now,
    obstacles: [
      { key: 'one', text: 'This line has extra SIMs. Deactivate them first.' },
      { key: 'two', text: 'An order for this line is under way. Finish it or cancel it first.' },
    ],
  }),
  ending: (now) => ({ ...now, deactivation: pretend(now, 'ending') }),
};

const pretend = (now: LineToEnd, stage: Deactivation['stage']): Deactivation => ({
  id: '01900000-0000-7000-8000-00000000000d',
  msisdn: now.msisdn,
  stage,
  requestedAt: inHours(-24),
  fate: 'quarantine',
  serverTime: inHours(0),
});

/** The end of a line: each step, the time to cancel, and the rare states. */
export async function walkDeactivation(walker: Walker): Promise<void> {
  const { page, studio, words } = walker;
  const deactivation = new DeactivationPage(walker.wizard, words, walker.simulator);
  await deactivation.open();
  for (const [name, change] of Object.entries(pretended)) {
    await page.route('**/api/users/current/deactivation', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: change(data) } });
    });
    await deactivation.member.goTo('deactivate-number');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(name);
    await page.unroute('**/api/users/current/deactivation');
  }
  await deactivation.member.goTo('deactivate-number');
  await deactivation.giveUp((step) => studio.shoot(step));
  await studio.shoot('underway');
  await deactivation.keep();
  await page.getByText(words('deactivation:undone.title')).waitFor();
  await studio.shoot('kept');
}
