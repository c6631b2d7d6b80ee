import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

const token = 'a-secret-that-came-by-message-0123456789';
const address = `/en/not-me/${orderId}#${token}`;

/** Plays the server's answer to this link. */
function serveDispute(outcome: 'stopped' | 'with-support'): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(api(`/orders/${orderId}/dispute`), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ orderNumber: 'SC12345678', outcome, message: `The order is ${outcome}.` });
    }),
  );
  return bodies;
}

it('stops the order after a click, with the secret of the link', async () => {
  const bodies = serveDispute('stopped');
  const { user } = renderApp(address);
  const stop = await screen.findByRole('button', { name: 'This was not me, stop it' });
  expect(bodies).toEqual([]);
  await user.click(stop);
  expect(await screen.findByRole('heading', { name: 'The order is stopped' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change my password' })).toHaveAttribute(
    'href',
    '/en/change-password',
  );
  expect(screen.getByText(/SC12345678/)).toBeVisible();
  expect(bodies).toEqual([{ token }]);
});

it('says that support takes over if it is too late', async () => {
  serveSite(() => ({ settings: { ...minimalSite.settings, supportPhone: '920000000' } }));
  serveDispute('with-support');
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'This was not me, stop it' }));
  expect(await screen.findByRole('heading', { name: 'Our support team takes care of it' })).toBeVisible();
  expect(screen.getByText(/call us at once/)).toBeVisible();
  const call = screen.getByRole('link', { name: 'Call support: 920000000' });
  expect(call).toHaveAttribute('href', 'tel:920000000');
});

it('refuses an invalid link', async () => {
  server.use(
    http.post(api(`/orders/${orderId}/dispute`), () =>
      refuse(403, { message: 'This link is not valid.', messageKey: 'dispute_link_invalid' }),
    ),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'This was not me, stop it' }));
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

it('sends no request for an address without a secret', async () => {
  renderApp(`/en/not-me/${orderId}`);
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});
