import { DirectionProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { rememberOrder } from '@/features/order/model/order-session';
import { orderAt, placedOrder } from '@/testing/order';
import { api, serveOrder, server } from '@/testing/server';
import LiveSections from './live-sections';

const idOf = (n: number) => `01920000-0000-7000-8000-00000000000${n}`;

/** Renders the part of the first page that calls the server and loads after the first paint. */
async function renderSections() {
  await activateLanguage('en');
  const router = createMemoryRouter([{ path: '/:lang', element: <LiveSections /> }], {
    initialEntries: ['/en'],
  });
  render(
    <DirectionProvider>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </DirectionProvider>,
  );
}

it('leads back to the newest open order', async () => {
  const unfinished = orderAt('eligibility-check', { id: idOf(1) });
  serveOrder(unfinished);
  serveOrder(placedOrder('cancelled', { id: idOf(2) }));
  server.use(http.get(api(`/orders/${idOf(3)}`), () => new HttpResponse(null, { status: 404 })));
  for (const n of [1, 2, 3]) {
    rememberOrder(idOf(n), 'a-secret');
  }
  await renderSections();
  expect(await screen.findByRole('link', { name: 'Open my order' })).toHaveAttribute(
    'href',
    `/en/order-sim/${idOf(1)}/check-eligibility`,
  );
  expect(await screen.findByText('Not finished yet'), 'where it stands').toBeVisible();
});

it('shows nothing without an open order', async () => {
  const ended = placedOrder('active', { id: idOf(1) });
  const answered = vi.fn(() => HttpResponse.json(ended));
  server.use(http.get(api(`/orders/${ended.id}`), answered));
  rememberOrder(ended.id, 'a-secret');
  await renderSections();
  await waitFor(() => expect(answered).toHaveReturned());
  expect(screen.queryByRole('link', { name: 'Open my order' })).not.toBeInTheDocument();
});
