import { LostPhone } from '../../../support/pages/lost-phone.ts';
import type { Walker } from '../../walker.ts';

interface Change {
  state: string;
  reason?: string;
  network_follows?: boolean;
  code_goes_to?: string[];
}

/** Rare states of a line. */
const pretended: Record<string, Change> = {
  expired: { state: 'expired', reason: 'plan' },
  'in-transit': { state: 'in_transit', reason: 'replacement' },
  blocked: { state: 'stopped', reason: 'authority' },
  settling: { state: 'active', network_follows: false },
  unreachable: { state: 'active', code_goes_to: [] },
};

const answer = '**/api/users/current/sim/info';

const proof = '**/api/users/current/sim/identity';

/** The results of a request to the identity app. */
async function pretendProofs(lost: LostPhone, { page, studio, words }: Walker): Promise<void> {
  for (const stage of ['waiting', 'confirmed', 'rejected', 'expired', 'refused'] as const) {
    const expires_at = new Date(Date.now() + 170_000).toISOString();
    const refusal = { messageKey: 'line_blocked', message: words('sim-information:because.authority') };
    const data = {
      change: 'suspend_line',
      stage,
      random: '42',
      expires_at,
      ...(stage === 'refused' && { refusal }),
    };
    await page.route(proof, (route) => route.fulfill({ json: { data } }));
    await lost.member.goTo('sim-information');
    await lost.asks('suspend');
    await lost.dialog.getByRole('button', { name: words('sim-information:identity.use') }).click();
    await lost.dialog
      .getByRole('button', { name: words('common:actions.close') })
      .or(lost.dialog.getByRole('button', { name: words('sim-information:identity.again') }))
      .first()
      .waitFor();
    await studio.shoot(`identity-${stage}`);
    await page.unroute(proof);
  }
}

async function pretend(lost: LostPhone, walker: Walker): Promise<void> {
  const { page, studio } = walker;
  for (const [name, change] of Object.entries(pretended)) {
    await page.route(answer, async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, ...change } } });
    });
    await lost.member.goTo('sim-information');
    await lost.line.waitFor();
    if (name === 'unreachable') {
      await lost.asks('suspend');
    }
    await studio.shoot(name);
    await page.unroute(answer);
  }
  await pretendProofs(lost, walker);
  await page.route(answer, (route) => route.fulfill({ status: 500, json: {} }));
  await lost.member.goTo('sim-information');
  await page.getByRole('alert').waitFor();
  await studio.shoot('error');
  await page.unroute(answer);
  await lost.member.goTo('sim-information');
}

/** The SIM of a line, and its owner's actions when the phone is lost. */
export async function walkLostPhone(walker: Walker): Promise<void> {
  const { page, words, studio } = walker;
  const lost = new LostPhone(walker.wizard, words, walker.simulator);
  await lost.signIn();
  await studio.shoot('active');
  await page
    .getByRole('button', { name: words('sim-information:puk.open') })
    .first()
    .click();
  await studio.shoot('puk-dialog');
  await page.keyboard.press('Escape');
  await lost.asks('suspend');
  await studio.shoot('suspend-dialog');
  await lost.agrees('suspend');
  await page.getByText(words('sim-information:suspended.text')).waitFor();
  await studio.shoot('suspended');
  await lost.asks('return');
  await studio.shoot('return-dialog');
  await lost.agrees('return');
  await studio.shoot('returned');
  await pretend(lost, walker);
}
