import type { Walker } from '../../walker.ts';

const settings = '**/api/users/current/sim/settings';

/** Rare states of a change: pending, refused, and a line that cannot be changed. */
async function pretend({ page, words }: Walker, state: 'pending' | 'refused' | 'obstacle'): Promise<void> {
  const message = words('number-settings:obstacle');
  const change = {
    id: 'c1',
    kind: 'service',
    item: 'roaming',
    value: 'off',
    stage: state,
    requestedAt: '2026-12-02T15:00:00Z',
    ...(state === 'refused' && { refusal: { messageKey: 'setting_refused', message } }),
  };
  const obstacle = { messageKey: 'line_change_just_now', message };
  await page.route(settings, async (route) => {
    const { data } = await (await route.fetch()).json();
    await route.fulfill({
      json: { data: { ...data, ...(state === 'obstacle' ? { obstacle } : { change }) } },
    });
  });
}

/** The settings of a number, in their dialogs. */
export async function walkNumberSettings(walker: Walker): Promise<void> {
  const { page, member, words, studio, language } = walker;
  await member.signInAt('number-settings', language === 'ar' ? '0570000062' : '0570000061');
  const open = (kind: 'language' | 'service' | 'numbers' | 'countries' | 'promotions') =>
    member.button(words(`number-settings:${kind}.open`)).click();
  const close = () => member.button(words('common:actions.close')).click();
  await member.button(words('number-settings:language.open')).waitFor();
  await studio.shoot('page');
  for (const kind of ['language', 'service', 'numbers', 'countries', 'promotions'] as const) {
    await open(kind);
    await page.waitForLoadState('networkidle');
    await studio.shoot(kind);
    await close();
  }
  for (const state of ['pending', 'refused', 'obstacle'] as const) {
    await pretend(walker, state);
    await member.goTo('number-settings');
    await open('service');
    await studio.shoot(state);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
