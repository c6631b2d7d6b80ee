import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { PostpaidOverview } from '@/api/gen-bills';
import { bill, serveBills } from '@/testing/bills';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

async function open(over: Partial<PostpaidOverview> = {}, bills = [bill()], total = bills.length) {
  await signIn([mainLine]);
  const asked = serveBills(over, bills, total);
  return { asked, ...renderApp('/en/my-bills') };
}

it('shows the debt, the unbilled amount and the day of the next bill', async () => {
  await open();
  expect((await screen.findByRole('heading', { name: 'To pay' })).nextElementSibling).toHaveTextContent(
    '211.50',
  );
  expect(screen.getByText('Not billed yet, with VAT').nextElementSibling).toHaveTextContent('7.67');
  expect(screen.getByText('Next bill').nextElementSibling).toHaveTextContent('15 December 2026');
  expect(screen.queryByText(/overdue/)).toBeNull();
});

it.each([
  ['issued', 'To pay'],
  ['part-paid', 'Part paid'],
  ['overdue', 'Overdue'],
  ['paid', 'Paid'],
  ['credited', 'Credited'],
] as const)('lists a bill that is %s by its state, and leads to it', async (status, word) => {
  await open({}, [bill({ status, left: status === 'part-paid' ? 1_150 : 0 })]);
  const link = await screen.findByRole('link', { name: 'See bill INV2026-00000001' });
  expect(link).toHaveAttribute('href', `/en/my-bills/${bill().id}`);
  const row = within(link.closest('li') as HTMLElement);
  expect(row.getByText(word)).toBeVisible();
  expect(row.getByText('15 Oct – 14 Nov 2026')).toBeVisible();
  expect(row.queryByText(/left to pay/) !== null).toBe(status === 'part-paid');
});

it('says since when a bill is overdue, and leads to its payment', async () => {
  await open({}, [bill({ status: 'overdue' })]);
  expect(await screen.findByText('Overdue since 30 November 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay bill INV2026-00000001' })).toHaveAttribute(
    'href',
    `/en/my-bills/${bill().id}/pay`,
  );
});

it.each([
  [
    'incoming',
    'Your line is restricted',
    'bar-all',
    /everything except emergency calls is off from 20 December/,
  ],
  ['none', 'Your line is off', 'end', /your line ends on 20 December 2026/],
] as const)('says that the line is barred (%s), and what comes next', async (service, title, step, next) => {
  await open({ service, overdue: 10_000, next: { step, at: '2026-12-20T06:00:00Z' } });
  expect(await screen.findByRole('alert')).toHaveTextContent(title);
  expect(screen.getByText(next)).toBeVisible();
  expect(screen.getByText(/^Of this, overdue/)).toHaveTextContent('100');
});

it('says that there are no debts and no bills', async () => {
  await open({ left: 0 }, []);
  expect(await screen.findByText('Nothing to pay at the moment.')).toBeVisible();
  expect(screen.getByText('There are no bills yet. The first one comes on 15 December 2026.')).toBeVisible();
});

it('keeps the page in the address', async () => {
  const { asked, user, router } = await open({}, [bill()], 60);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
  await waitFor(() => expect(asked).toEqual(['1', '2']));
});

it('says why bills cannot be shown, and asks again', async () => {
  await signIn([mainLine]);
  serveBills();
  server.use(http.get(api('/postpaid/overview'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/my-bills');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'To pay' })).toBeVisible();
});

it('shows the bills tab only to a line that may see bills', async () => {
  await signIn([mainLine]);
  serveBills();
  renderApp('/en/history?tab=bills');
  expect(await screen.findByRole('tab', { name: 'Bills', selected: true })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'See bill INV2026-00000001' })).toBeVisible();
});

it('hides the bills tab on prepaid lines', async () => {
  await signIn([prepaidLine], { hidden_menu: ['myBills'] });
  server.use(
    http.get(api('/users/current/usage/*'), () => HttpResponse.json({ data: { months: [], latest: [] } })),
  );
  renderApp('/en/history?tab=bills');
  expect(await screen.findByRole('tab', { name: 'Usage', selected: true })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Bills' })).toBeNull();
});
