import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Deactivation, LineToEnd } from '@/api/gen-lines';
import { rightCode, serveCodes } from '@/testing/codes';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const id = '01900000-0000-7000-8000-00000000000d';
const token = '0123456789abcdefghij';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const running = (over: Partial<Deactivation> = {}): Deactivation => ({
  id,
  msisdn: '0570000006',
  stage: 'waiting',
  requestedAt: inHours(0),
  undoUntil: inHours(24),
  fate: 'quarantine',
  serverTime: inHours(0),
  ...over,
});

const line = (over: Partial<LineToEnd> = {}): LineToEnd => ({
  msisdn: '0570000006',
  type: 'prepaid',
  plan: 'Hawakom 90',
  balance: 1_250,
  dues: 0,
  leaving: { cost: 0, months: 0 },
  extraSims: 0,
  subAccounts: 0,
  fate: 'quarantine',
  undoSeconds: 86_400,
  quarantineSeconds: 7_776_000,
  obstacles: [],
  ...over,
});

/** Plays the line on the server; requests change it. */
function serveLine(first: LineToEnd) {
  const calls: unknown[] = [];
  let now = first;
  server.use(
    http.get(api('/users/current/deactivation'), () => HttpResponse.json({ data: now })),
    http.get(api('/users/current/sim-deactivation/reasons'), () =>
      HttpResponse.json({
        data: [
          { reasonKey: 'too-expensive', text: 'It is too expensive' },
          { reasonKey: 'other', text: 'Another reason' },
        ],
      }),
    ),
    http.post(api('/auth/validate_id'), async ({ request }) => {
      const claim = (await request.json()) as { id_number: string };
      calls.push(claim);
      return claim.id_number === '1077000030'
        ? HttpResponse.json({ data: { proven_until: inHours(1) } })
        : refuse(422, { fields: { id_number: "Mobile number & ID don't match" } });
    }),
    http.post(api('/users/current/deactivate-number'), async ({ request }) => {
      calls.push(await request.json());
      now = { ...now, deactivation: running() };
      return HttpResponse.json({ data: running() });
    }),
    http.post(api('/users/current/deactivation/undo'), () => {
      now = { ...now, deactivation: running({ stage: 'undone' }) };
      return HttpResponse.json({ data: running({ stage: 'undone' }) });
    }),
  );
  return calls;
}

async function open(first: LineToEnd, language = 'en') {
  await signIn([prepaidLine]);
  const calls = serveLine(first);
  return { calls, ...renderApp(`/${language}/deactivate-number`) };
}

it('takes the passport under which a line is registered', async () => {
  serveCodes();
  const { user, calls } = await open(line({ leaving: { cost: 40_250, months: 7 } }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  await user.click(await screen.findByRole('button', { name: 'The line is registered to a passport' }));
  const field = screen.getByLabelText('Passport number of the owner');
  await user.type(field, 'p_1{Enter}');
  expect(screen.getByText('A passport number has 1 to 20 Latin letters and digits')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'p7700071{Enter}');
  await waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ id_number: 'P7700071', document: 'passport' })),
  );
});

it('goes through every step, and is undone with one click', async () => {
  const codes = serveCodes();
  const { user, calls } = await open(line({ leaving: { cost: 40_250, months: 7 } }));
  expect(await screen.findByText('7 months left')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  const idField = await screen.findByLabelText('ID number of the owner');
  await user.type(idField, '123');
  await user.click(screen.getByRole('button', { name: 'Check my ID' }));
  expect(screen.getByText('The ID number has 10 digits and starts with 1 or 2')).toBeVisible();
  await user.clear(idField);
  await user.type(idField, '1000000008');
  await user.click(screen.getByRole('button', { name: 'Check my ID' }));
  expect(await screen.findByText("Mobile number & ID don't match")).toBeVisible();
  await user.clear(idField);
  await user.type(idField, '1077000030');
  await user.click(screen.getByRole('button', { name: 'Check my ID' }));
  expect(await screen.findByRole('heading', { name: 'What deactivating costs you' })).toHaveFocus();
  expect(screen.getByText(/7 months of your commitment are left/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText(/keeps working for 1 day/)).toBeVisible();
  expect(screen.getByText(/stays reserved for 90 days/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Choose one of the reasons')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Another reason' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Send the code and deactivate' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByRole('timer', { name: 'Time left to keep the line' })).toHaveTextContent(
    /^2[34]:/,
  );
  expect(calls.at(-1)).toEqual({ reasonKey: 'other', otp: rightCode, leavingCost: 40_250 });
  expect(codes.map(({ source }) => source)).toEqual([
    'deactivate_number',
    'deactivate_number',
    'confirm_deactivation',
  ]);
  await user.click(screen.getByRole('button', { name: 'Keep my line' }));
  expect(await screen.findByText('Your line stays active')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your line' })).toBeVisible();
});

it('names the obstacles, and offers no next step', async () => {
  const text = 'This line has extra SIMs. Deactivate them first.';
  await open(line({ obstacles: [{ key: 'deactivation_further_sims_first', text }] }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('says why the line cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveLine(line());
  server.use(
    http.get(api('/users/current/deactivation'), () => refuse(409, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/deactivate-number');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Your line' })).toBeVisible();
});

it('shows a line that is being switched off', async () => {
  await open(line({ deactivation: running({ stage: 'ending' }) }));
  expect(await screen.findByText('Your line is being switched off')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep my line' })).toBeNull();
});

it('downloads the final statement by the link of the message', async () => {
  const ended = running({
    stage: 'ended',
    endedAt: inHours(0),
    statement: {
      balanceLost: 1_250,
      dues: 0,
      leaving: 0,
      waived: 0,
      owed: 0,
      monthsLeft: 0,
      freeAt: inHours(2_160),
    },
  });
  const asked: unknown[] = [];
  URL.createObjectURL = vi.fn(() => 'blob:statement');
  URL.revokeObjectURL = vi.fn();
  server.use(
    http.post(api(`/deactivations/${id}`), () => HttpResponse.json({ data: ended })),
    http.post(api(`/deactivations/${id}/statement`), async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf' } });
    }),
  );
  const { user } = renderApp(`/en/line-end/${id}#${token}`);
  await user.click(await screen.findByRole('button', { name: 'Download the final statement' }));
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalled());
  expect(asked).toEqual([{ token }]);
});

it('keeps a line by the link, and says so', async () => {
  let now = running();
  server.use(
    http.post(api(`/deactivations/${id}`), () => HttpResponse.json({ data: now })),
    http.post(api(`/deactivations/${id}/undo`), () => {
      now = running({ stage: 'undone' });
      return HttpResponse.json({ data: now });
    }),
  );
  const { user } = renderApp(`/ar/line-end/${id}#${token}`);
  await user.click(await screen.findByRole('button', { name: 'أبقِ خطي' }));
  expect(await screen.findByText('خطك مستمر')).toBeVisible();
});

it('refuses an invalid link', async () => {
  server.use(
    http.post(api(`/deactivations/${id}`), () => refuse(403, { messageKey: 'deactivation_link_invalid' })),
  );
  renderApp(`/en/line-end/${id}#${token}`);
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});
