import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const serveReferral = () =>
  server.use(
    http.get(api('/users/current/referral'), () =>
      HttpResponse.json({ data: { code: 'ABCD2345', reward: 2_500, friends: 3, earned: 7_500 } }),
    ),
  );

it('shows the code, the link to copy and the results', async () => {
  await signIn();
  serveReferral();
  const { user } = renderApp('/en/refer');
  expect(await screen.findByText('ABCD2345')).toBeVisible();
  expect(screen.getByText(/^SAR 25 credit for you/)).toBeVisible();
  expect(screen.getByText('Friends who joined').nextElementSibling).toHaveTextContent('3');
  expect(screen.getByText('Earned so far').nextElementSibling).toHaveTextContent('75');
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/en/order-sim?ref=ABCD2345`);
  expect(await screen.findByText('Link copied')).toBeVisible();
});

it('tries again if the code could not be read', async () => {
  await signIn();
  serveReferral();
  server.use(
    http.get(api('/users/current/referral'), () => refuse(422, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/refer');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Invite a friend' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('ABCD2345')).toBeVisible();
});

it('opens at the address of the banner, too', async () => {
  await signIn();
  serveReferral();
  renderApp('/en/referral-banner');
  expect(await screen.findByText('ABCD2345')).toBeVisible();
});
