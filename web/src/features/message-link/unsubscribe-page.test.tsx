import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const token = 'AZgAAAAAcACAAAAA';

/** Keeps the choice as the server does, and records what was chosen. */
function serveChoice(channel = 'email', address = 'n•••@example.com'): boolean[] {
  const chosen: boolean[] = [];
  const answer = () => HttpResponse.json({ channel, address, promotions: chosen.at(-1) ?? true });
  server.use(
    http.post(api('/unsubscribe'), answer),
    http.put(api('/unsubscribe'), async ({ request }) => {
      const body = (await request.json()) as { token: string; promotions: boolean };
      expect(body.token).toBe(token);
      chosen.push(body.promotions);
      return answer();
    }),
  );
  return chosen;
}

it('stops promotions by its button alone, and starts them again', async () => {
  const chosen = serveChoice();
  const { user } = renderApp(`/en/unsubscribe#${token}`);
  expect(await screen.findByText('n•••@example.com')).toBeVisible();
  expect(screen.getByText(/Codes and news/)).toBeVisible();
  expect(chosen).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop offers' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You get no more offers' })).toBeVisible();
  expect(chosen).toEqual([false]);
  await user.click(screen.getByRole('button', { name: 'Receive offers again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You receive offers again' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Stop offers' })).toBeVisible();
  expect(chosen).toEqual([false, true]);
});

it('names the mobile of an SMS, in Arabic', async () => {
  serveChoice('sms', '055•••4567');
  renderApp(`/ar/unsubscribe#${token}`);
  expect(await screen.findByText('055•••4567')).toBeVisible();
  expect(screen.getByRole('button', { name: 'إيقاف العروض' })).toBeVisible();
});

it('says that the link does not work, and leads to the profile', async () => {
  server.use(
    http.post(api('/unsubscribe'), () =>
      refuse(403, { messageKey: 'message_link_invalid', message: 'Expired.' }),
    ),
  );
  renderApp(`/en/unsubscribe#${token}`);
  expect(await screen.findByText('Expired.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My message choices' })).toHaveAttribute('href', '/en/profile');
});

it('asks nothing for an address without a code', async () => {
  renderApp('/en/unsubscribe');
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
});

it('keeps the button when the choice could not be saved', async () => {
  serveChoice();
  server.use(http.put(api('/unsubscribe'), () => refuse(500, { messageKey: 'something_went_wrong' })));
  const { user } = renderApp(`/en/unsubscribe#${token}`);
  await user.click(await screen.findByRole('button', { name: 'Stop offers' }));
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  expect(screen.getByRole('button', { name: 'Stop offers' })).toBeEnabled();
});
