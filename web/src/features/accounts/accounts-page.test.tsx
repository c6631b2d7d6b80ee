import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Subscriber } from '@/api/gen-session';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, serveSession, signIn, subLine } from '@/testing/session';

const path = api(`/users/subscribers/${subLine.subscription_id}`);

const row = (name: string) => {
  const found = screen.getByRole('heading', { name }).closest('li');
  expect(found).not.toBeNull();
  return within(found ?? document.body);
};

it('lists the main line and the sub-accounts, and switches between them', async () => {
  const shown = await signIn([mainLine, subLine]);
  const { user } = renderApp('/en/sub-accounts');
  expect(await within(await screen.findByRole('main')).findByText('Main account')).toBeVisible();
  expect(await screen.findByText('1 of 4 sub-accounts')).toBeVisible();
  await user.click(row('Driver').getByRole('button', { name: 'Switch to Driver' }));
  expect(await screen.findByText('You are now using Driver')).toBeVisible();
  expect(row('Driver').getByText('In use')).toBeVisible();
  expect(shown.at(-1)?.line).toBe(subLine.subscription_id);
  expect(screen.queryByRole('button', { name: 'Delete Driver' })).toBeNull();
  expect(screen.getByText(/deleted from your main account/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use the main account' }));
  expect(await screen.findByRole('link', { name: 'Add an account' })).toHaveAttribute(
    'href',
    '/en/add-account',
  );
});

it('renames a sub-account', async () => {
  await signIn([mainLine, subLine]);
  const bodies: unknown[] = [];
  server.use(
    http.patch(path, async ({ request }) => {
      bodies.push(await request.json());
      serveSession([mainLine, { ...subLine, nickname: 'Family car' }]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp('/en/sub-accounts');
  await user.click(await screen.findByRole('button', { name: 'Rename Driver' }));
  const field = screen.getByLabelText('New nickname');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please fill in this field')).toBeVisible();
  await user.type(field, '  Family   car ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Family car' })).toBeVisible();
  expect(await screen.findByText('Changes saved')).toBeVisible();
  expect(bodies).toEqual([{ nickname: 'Family car' }]);
});

it('deletes a sub-account after a confirmation, under one key', async () => {
  await signIn([mainLine, subLine]);
  const keys: (string | null)[] = [];
  server.use(
    http.delete(path, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      if (keys.length === 1) {
        return HttpResponse.error();
      }
      serveSession([mainLine]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp('/en/sub-accounts');
  await user.click(await screen.findByRole('button', { name: 'Delete Driver' }));
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(keys).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete Driver' }));
  await user.click(screen.getByRole('button', { name: 'Yes, delete it' }));
  expect(await screen.findByText('Account deleted')).toBeVisible();
  // D10: the button that had the focus no longer exists.
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Account deleted'));
  expect(document.body).not.toHaveFocus();
  expect(screen.queryByRole('heading', { name: 'Driver' })).toBeNull();
  expect(screen.getByText(/no sub-accounts yet/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('says that an account could not be deleted', async () => {
  await signIn([mainLine, subLine]);
  server.use(http.delete(path, () => refuse(404, { message: "We couldn't find this account." })));
  const { user } = renderApp('/en/sub-accounts');
  await user.click(await screen.findByRole('button', { name: 'Delete Driver' }));
  await user.click(screen.getByRole('button', { name: 'Yes, delete it' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't find this account.");
});

it('takes no more accounts than the settings allow', async () => {
  const full: Subscriber[] = ['1', '2', '3', '4'].map((digit) => ({
    ...subLine,
    subscription_id: subLine.subscription_id.replace(/.$/, digit),
    nickname: `Number ${digit}`,
  }));
  await signIn([mainLine, ...full]);
  renderApp('/en/sub-accounts');
  expect(await screen.findByText(/the limit of 4 sub-accounts/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add an account' })).toBeNull();
});

it('sends guests to the sign-in and back', async () => {
  const { path: address } = renderApp('/ar/sub-accounts');
  await waitFor(() => expect(address()).toBe('/ar/login'));
});
