import type { Walker } from '../../walker.ts';

/** Changes the server's answer: the limit and the caps near and at their ends. */
async function pretend({ page }: Walker, state: 'warned' | 'stopped'): Promise<void> {
  const share = state === 'warned' ? 0.85 : 1;
  await page.route('**/api/users/balance/credit-limit', async (route) => {
    const { data } = await (await route.fetch()).json();
    const used = data.limit * share;
    const left = data.limit - used;
    const raise_refused = { code: 'credit_limit_overdue', message: '…' };
    await route.fulfill({
      json: {
        data: { ...data, used, left, percent: share * 100, state, ...(left === 0 && { raise_refused }) },
      },
    });
  });
  await page.route('**/api/users/current/spend-control', async (route) => {
    const { data } = await (await route.fetch()).json();
    const cap = { amount: 10_000, used: 10_000 * share, percent: share * 100, mine: true };
    const caps = [
      { kind: 'extra', state, ...cap },
      { kind: 'roaming', ...cap, state: state === 'stopped' ? 'lifted' : state, mine: false },
    ];
    await route.fulfill({
      json: { data: { ...data, lines: data.lines.map((l: object) => ({ ...l, caps })) } },
    });
  });
}

/** The change of a credit limit, and the caps of an account. */
export async function walkCreditLimit(walker: Walker): Promise<void> {
  const { page, member, words, studio, language } = walker;
  const next = member.button(words('credit-limit:choose.next'));
  await member.signInAt('credit-limit', language === 'ar' ? '0570000034' : '0570000033');
  await next.waitFor();
  await studio.shoot('choose');
  await next.click();
  await studio.shoot('choose-nothing');
  await page.getByRole('radio', { name: words('credit-limit:choose.manual') }).check();
  await member.field(words('credit-limit:choose.amount')).fill('1');
  await next.click();
  await studio.shoot('choose-mistake');
  await member.field(words('credit-limit:choose.amount')).fill('590');
  await next.click();
  await studio.shoot('confirm');
  await member.button(words('credit-limit:confirm.change')).click();
  await page.getByRole('heading', { name: words('credit-limit:done.title') }).waitFor();
  await studio.shoot('done');
  for (const state of ['warned', 'stopped'] as const) {
    await pretend(walker, state);
    await member.goTo('credit-limit');
    await next.waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(state);
    await page.unrouteAll();
  }
  await member.goTo('credit-limit');
  await page
    .getByRole('button', { name: words('credit-limit:caps.set') })
    .first()
    .click();
  await studio.shoot('cap-form');
}
