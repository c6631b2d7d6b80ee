import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { prepaidLine, serveRecharge } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

async function open(meter: NonNullable<Parameters<typeof serveRecharge>[0]>['meter'] = {}, language = 'en') {
  await signIn([prepaidLine]);
  serveRecharge({ meter });
  return renderApp(`/${language}/recharge-meter`);
}

it('shows the recharges until the next bonus, and its amount', async () => {
  await open({ bonuses: [{ amount: 2_500, at: '2026-10-01T09:00:00Z' }] });
  const bar = await screen.findByRole('progressbar', { name: 'Recharge bonus' });
  expect(bar).toHaveAttribute('aria-valuetext', '7 of 10 recharges');
  expect(screen.getByText('3 more recharges until your bonus')).toBeVisible();
  expect(screen.getByText(/Recharge 10 times, and 10%/)).toBeVisible();
  expect(screen.getByText('Next bonus, as it stands').nextElementSibling).toHaveTextContent('35');
  expect(screen.getByText('Recharged so far').nextElementSibling).toHaveTextContent('350');
  expect(screen.getByText('1 October 2026').closest('li')).toHaveTextContent('25');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Recharge now' })).toHaveAttribute('href', '/en/recharge');
});

it('says that there was no bonus yet', async () => {
  await open({ count: 0, collected: 0, expected: 0 });
  expect(await screen.findByText(/^You have not received a bonus yet/)).toBeVisible();
});

it('shows the bonus of the plan in place of the meter', async () => {
  await open({ planPercent: 25 });
  expect(await screen.findByText(/gives 25% on top of each recharge/)).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByText('Next bonus, as it stands')).toBeNull();
});

it('speaks Arabic with its own plurals', async () => {
  await open({ count: 8 }, 'ar');
  expect(await screen.findByText('بقيت عمليتا شحن حتى مكافأتك')).toBeVisible();
});

it('says why the page cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveRecharge();
  server.use(
    http.get(api('/recharge/meter-history'), () => refuse(409, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/recharge-meter');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('progressbar')).toBeVisible();
});
