import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { AutoRecharge } from '@/api/gen-purchases';
import { card, prepaidLine, serveRecharge } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const auto = (over: Partial<AutoRecharge> = {}): AutoRecharge => ({
  id: '01920000-0000-7000-8000-0000000000a1',
  frequency: 'weekly',
  weekday: 0,
  hour: 9,
  amount: 5_000,
  total: 5_750,
  vat: 750,
  card: card(),
  state: 'active',
  nextRun: '2026-11-29T06:00:00Z',
  serverTime: '2026-11-25T09:00:00Z',
  ...over,
});

interface Served {
  known?: AutoRecharge | undefined;
  cards?: ReturnType<typeof card>[];
  at?: string;
  line?: typeof prepaidLine;
}

/** Serves a line with or without auto-recharge; returns the sent requests. */
async function open({ known, cards = [card()], at = '/en/auto-payment', line = prepaidLine }: Served = {}) {
  const sent: { call: string; body: unknown; key: string | null }[] = [];
  await signIn([line]);
  serveRecharge({ cards });
  const note = async (call: string, request: Request) => {
    const text = await request.text();
    sent.push({
      call,
      body: text ? JSON.parse(text) : undefined,
      key: request.headers.get('Idempotency-Key'),
    });
  };
  server.use(
    http.get(api('/users/current/auto-recharge'), () =>
      HttpResponse.json({ data: { hour: 9, ...(known && { autoRecharge: known }) } }),
    ),
    http.post(api('/users/current/auto-recharge'), async ({ request }) => {
      await note('start', request);
      return HttpResponse.json({ data: auto() }, { status: 201 });
    }),
    http.delete(api('/users/current/auto-recharge'), async ({ request }) => {
      await note('end', request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(api('/users/current/auto-recharge/resume'), async ({ request }) => {
      await note('resume', request);
      return HttpResponse.json({ data: auto() });
    }),
  );
  return { sent, ...renderApp(at) };
}

it('sets up a weekly recharge, and shows the next day', async () => {
  const { sent, user } = await open({ at: '/en/auto-payment?tab=weekly' });
  await user.selectOptions(await screen.findByLabelText('Day of the week'), 'Tuesday');
  await user.type(screen.getByLabelText('Amount in riyals'), '٥٠');
  expect(screen.getByText(/Every Tuesday, at 09:00/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set up auto-recharge' }));
  expect(await screen.findByText('Next recharge')).toBeVisible();
  expect(sent).toEqual([
    {
      call: 'start',
      body: { frequency: 'weekly', weekday: 2, amount: 5_000, cardId: card().id, total: 5_750 },
      key: expect.any(String),
    },
  ]);
});

it('sets up a monthly recharge, and explains short months', async () => {
  const { sent, user } = await open();
  await user.selectOptions(await screen.findByLabelText('Day of the month'), '31');
  expect(screen.getByText(/we recharge on its last day/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set up auto-recharge' }));
  expect(screen.getByText('Enter a whole amount from 10 to 500 riyals')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Amount in riyals'), '20');
  await user.click(screen.getByRole('button', { name: 'Set up auto-recharge' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ frequency: 'monthly', day: 31, amount: 2_000 });
});

it('says at the card why the server refused it', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/users/current/auto-recharge'), () =>
      refuse(422, { fields: { cardId: 'This card expires before then.' } }),
    ),
  );
  await user.type(await screen.findByLabelText('Amount in riyals'), '20');
  await user.click(screen.getByRole('button', { name: 'Set up auto-recharge' }));
  expect(await screen.findByText('This card expires before then.')).toBeVisible();
});

it('leads to adding a card if no saved card can pay', async () => {
  await open({ cards: [card({ expired: true })] });
  expect(await screen.findByRole('link', { name: 'Add a card' })).toHaveAttribute('href', '/en/cards');
  expect(screen.queryByRole('button', { name: 'Set up auto-recharge' })).not.toBeInTheDocument();
});

it('offers no resume without another saved card', async () => {
  const reason = { code: 'auto_recharge_card_gone', message: 'The card was removed.' };
  const { nextRun: _, card: __, ...paused } = auto({ state: 'paused', reason });
  await open({ known: paused, cards: [] });
  expect(await screen.findByRole('link', { name: 'Add a card' })).toBeVisible();
  expect(screen.getByText(/Add a card to continue/)).toBeVisible();
  expect(screen.queryByText(/Choose another card/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue with this card' })).not.toBeInTheDocument();
});

it('deletes it after a confirmation, and offers a new one', async () => {
  const { sent, user } = await open({ known: auto() });
  await user.click(await screen.findByRole('button', { name: 'Delete auto-recharge' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete auto-recharge?' }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The auto-recharge is deleted.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set up auto-recharge' })).toBeVisible();
  expect(sent).toMatchObject([{ call: 'end' }]);
});

it('says why it is paused, and resumes with another card', async () => {
  const reason = { code: 'auto_recharge_card_failed', message: 'The card could not be charged.' };
  const { nextRun: _, ...paused } = auto({ state: 'paused', reason });
  const { sent, user } = await open({ known: paused });
  expect(await screen.findByText('Auto-recharge is paused')).toBeVisible();
  expect(screen.getByText(/The card could not be charged/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue with this card' }));
  expect(screen.getByText('Choose a card')).toBeVisible();
  await user.click(screen.getByRole('radio'));
  await user.click(screen.getByRole('button', { name: 'Continue with this card' }));
  expect(await screen.findByText('Next recharge')).toBeVisible();
  expect(sent).toMatchObject([{ call: 'resume', body: { cardId: card().id } }]);
});

it('leads to the bank if the last recharge waits for the customer', async () => {
  const purchaseId = '01920000-0000-7000-8000-0000000000d1';
  const lastRun = { date: '2026-11-22', status: 'confirm' as const, purchaseId, at: '2026-11-22T06:00:00Z' };
  await open({ known: auto({ lastRun }) });
  expect(await screen.findByRole('link', { name: 'Confirm it now' })).toHaveAttribute(
    'href',
    `/en/purchase/${purchaseId}`,
  );
});

it('is for prepaid lines only', async () => {
  await open({ line: mainLine });
  expect(await screen.findByText(/Auto-recharge is for prepaid lines/)).toBeVisible();
});

it('says why the page cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()] });
  const path = api('/users/current/auto-recharge');
  server.use(
    http.get(path, () => refuse(409, { message: 'Not now' }), { once: true }),
    http.get(path, () => HttpResponse.json({ data: { hour: 9 } })),
  );
  const { user } = renderApp('/en/auto-payment');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Weekly' })).toBeVisible();
});
