import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const token = 'AZgAAAAAcACAAAAA';

function serveLink(page: string): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/links'), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ page });
    }),
  );
  return bodies;
}

it('goes to the page behind the link, with its secret', async () => {
  const bodies = serveLink('find-order#secret');
  const { path } = renderApp(`/en/l#${token}`);
  await waitFor(() => expect(path()).toBe('/en/find-order'));
  expect(bodies).toEqual([{ token }]);
});

it('sends no request for an address without a code', async () => {
  const bodies = serveLink('find-order');
  renderApp('/en/l#short');
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  expect(bodies).toEqual([]);
});

it('says that a link is invalid, in the words of the server', async () => {
  server.use(
    http.post(api('/links'), () => refuse(403, { messageKey: 'message_link_invalid', message: 'Expired.' })),
  );
  renderApp(`/en/l#${token}`);
  expect(await screen.findByText('Expired.')).toBeVisible();
});

it('tries again after a failure that may pass', async () => {
  server.use(
    http.post(api('/links'), () => refuse(500, { messageKey: 'something_went_wrong' }), { once: true }),
  );
  const { user, path } = renderApp(`/en/l#${token}`);
  const again = await screen.findByRole('button', { name: 'Try again' });
  serveLink('find-order');
  await user.click(again);
  await waitFor(() => expect(path()).toBe('/en/find-order'));
});
