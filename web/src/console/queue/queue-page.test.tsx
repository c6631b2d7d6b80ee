import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { counts, heldOrder, serveQueue, serverTime, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

beforeEach(() => signInStaff());

const row = async (name: RegExp) => screen.findByRole('row', { name });

it('shows the kind, reason, age, impact and agent of each case', async () => {
  const claim = { by: 'u1', name: 'Huda', since: serverTime, expiresAt: '2026-11-25T12:30:00Z', mine: false };
  serveQueue({ items: [heldOrder({ claim })] });
  renderApp('/en/console');
  const held = await row(/SC00000001/);
  expect(held).toHaveTextContent('SIM order');
  expect(held).toHaveTextContent('The courier does not take the address');
  expect(held).toHaveTextContent(/3 days, 4 hours.*Late/);
  expect(held).toHaveTextContent('Paid, and has nothing yet');
  expect(held).toHaveTextContent(/Huda.*until 3:30 pm/);
  expect(within(held).getByRole('link')).toHaveAttribute('href', `/en/console/cases/order/${heldOrder().id}`);
});

it('counts cases by kind and reason, and filters by a click', async () => {
  const asked = serveQueue();
  const { user, router } = renderApp('/en/console');
  const kinds = within(await screen.findByRole('list', { name: 'By kind' }));
  expect(kinds.getByRole('link', { name: /^All/ })).toHaveTextContent(/13 held.*3 late/);
  await user.click(kinds.getByRole('link', { name: /^Orders/ }));
  await waitFor(() => expect(asked.at(-1)).toBe('?kind=order'));
  expect(router.state.location.search).toBe('?kind=order');
  const reasons = within(screen.getByRole('list', { name: 'By reason' }));
  await user.click(await reasons.findByRole('link', { name: /^The courier/ }));
  await waitFor(() => expect(asked.at(-1)).toBe('?kind=order&failureCode=courier_refused'));
  expect(kinds.getByRole('link', { name: /^Purchases/ })).toHaveTextContent('1 held');
  await user.click(kinds.getByRole('link', { name: /^Orders/, current: true }));
  await waitFor(() => expect(router.state.location.search).not.toContain('kind'));
});

it('filters by state and agent, and reverses the order', async () => {
  const asked = serveQueue();
  const { user } = renderApp('/en/console');
  await user.selectOptions(await screen.findByLabelText('State'), 'late');
  await waitFor(() => expect(asked.at(-1)).toBe('?state=late'));
  await user.selectOptions(screen.getByLabelText('Claimed by'), 'me');
  await waitFor(() => expect(asked.at(-1)).toBe('?state=late&claimed=me'));
  await user.selectOptions(screen.getByLabelText('Sort by'), 'newest');
  await waitFor(() => expect(asked.at(-1)).toBe('?state=late&claimed=me&order=newest'));
});

it('drops filters that the server would refuse', async () => {
  const asked = serveQueue();
  renderApp('/en/console?kind=nonsense&state=x&failureCode=A%20B&after=%3C&claimed=me');
  await row(/SC00000001/);
  expect(asked).toEqual(['?claimed=me']);
});

it('goes to the next page and back to the first', async () => {
  const asked = serveQueue({ next: 'abc' });
  const { user } = renderApp('/en/console?kind=order');
  expect(screen.queryByRole('link', { name: 'First page' })).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?kind=order&after=abc'));
  await user.click(await screen.findByRole('link', { name: 'First page' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?kind=order'));
});

it('leads back to the first page if the requested page is gone', async () => {
  server.use(
    http.get(api('/support/cases'), () =>
      refuse(422, { message: 'That page is gone', messageKey: 'case_page_unknown' }),
    ),
  );
  renderApp('/en/console?after=old');
  expect(await screen.findByText('That page is gone')).toBeVisible();
  expect(screen.getByRole('link', { name: 'First page' })).toHaveAttribute('href', '/en/console');
});

it('says that there are no cases, or none of that kind', async () => {
  serveQueue({ items: [], counts: [] });
  const { router } = renderApp('/en/console');
  expect(await screen.findByText('No case is held or late.')).toBeVisible();
  await router.navigate('/en/console?kind=bill');
  expect(await screen.findByText('No case matches these filters.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all cases' })).toHaveAttribute('href', '/en/console');
});

it('shows the time of the list, reloads it, and says if that failed', async () => {
  const asked = serveQueue();
  const { user } = renderApp('/en/console');
  expect(await screen.findByText('As of 3:00 pm')).toBeVisible();
  await user.keyboard('[KeyR]');
  await waitFor(() => expect(asked).toHaveLength(2));
  server.use(http.get(api('/support/cases'), () => refuse(422, { message: 'Not now' })));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/Could not refresh.*3:00 pm/)).toBeVisible();
  expect(screen.getByText('SC00000001')).toBeVisible();
});

it('says why the list cannot be shown, and tries again', async () => {
  let away = true;
  server.use(
    http.get(api('/support/cases'), () =>
      away
        ? refuse(422, { message: 'Not now' })
        : HttpResponse.json({ items: [heldOrder()], counts, serverTime }),
    ),
  );
  const { user } = renderApp('/en/console');
  expect(await screen.findByText('Not now')).toBeVisible();
  away = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/SC00000001/)).toBeVisible();
});

it('is walked by keyboard: from row to row, and into a case', async () => {
  serveQueue();
  const { user, path } = renderApp('/en/console');
  const first = await screen.findByRole('link', { name: 'SC00000001' });
  await user.keyboard('[KeyJ]');
  expect(first).toHaveFocus();
  await user.keyboard('[ArrowDown]');
  expect(screen.getByRole('link', { name: 'PU00000002' })).toHaveFocus();
  await user.keyboard('[KeyJ]');
  expect(screen.getByRole('link', { name: 'PU00000002' })).toHaveFocus();
  await user.keyboard('[KeyK]');
  expect(first).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(`/en/console/cases/order/${heldOrder().id}`));
});
