import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { LineProof, LineSim, MyNumber, SimInfo } from '@/api/gen-lines';
import { rightCode, serveCodes } from '@/testing/codes';
import { simInfo } from '@/testing/lines';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const primary: LineSim = {
  id: '01920000-0000-7000-8000-000000000001',
  name: '',
  type: 'physical',
  state: 'active',
  is_primary: true,
  iccid: '8996605000000000017',
  monthly_fee: 0,
  since: '2026-11-01T00:00:00Z',
};

const serveLine = (over: Partial<SimInfo> = {}) =>
  server.use(
    http.get(api('/users/current/sim/info'), () => HttpResponse.json({ data: simInfo([primary], over) })),
  );

const stopped = {
  state: 'stopped',
  reason: 'owner',
  suspended_at: '2026-11-20T09:30:00Z',
} as const;

/** Accepts a change; the line is then as given. */
function takeChange(path: string, after: Partial<SimInfo>): unknown[] {
  const calls: unknown[] = [];
  server.use(
    http.post(api(path), async ({ request }) => {
      calls.push(await request.json());
      serveLine(after);
      return HttpResponse.json({ data: simInfo([primary], after) });
    }),
  );
  return calls;
}

function countSignOuts(): { count: number } {
  const signOuts = { count: 0 };
  server.use(
    http.delete(api('/users/current/sessions'), () => {
      signOuts.count += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return signOuts;
}

it('shows the data on the SIM and the state of the line', async () => {
  await signIn();
  serveLine();
  renderApp('/en/sim-information');
  expect(await screen.findByText('8996605000000000017')).toBeVisible();
  expect(screen.getByText('SIM card')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Your line' })).getByText('Active')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Manage SIMs' })).toHaveAttribute('href', '/en/multi-sim');
});

it.each([
  [
    'en',
    'id',
    'ID number',
    '1•••••0012',
    { Nationality: 'Saudi Arabia', 'Date of birth': '5 March 1990', Gender: 'Female' },
  ],
  ['ar', 'passport', 'رقم جواز السفر', 'P•••••0071', { الجنسية: 'المملكة المتحدة', الجنس: 'أنثى' }],
] as const)(
  'says in %s who the line is registered to, by their %s',
  async (language, document, label, number, facts) => {
    await signIn();
    const [nationality, birth_date] = document === 'id' ? ['SA', '1990-03-05'] : ['GB', '1988-02-29'];
    serveLine({ owner: { document, number_masked: number, nationality, birth_date, gender: 'female' } });
    renderApp(`/${language}/sim-information`);
    const owner = within(
      await screen.findByRole('region', { name: language === 'en' ? 'Owner of the line' : 'مالك الخط' }),
    );
    const said = (name: string) => owner.getByText(name).nextElementSibling;
    expect(said(label)).toHaveTextContent(number);
    for (const [name, fact] of Object.entries(facts)) {
      expect(said(name)).toHaveTextContent(fact);
    }
  },
);

it('hides the document of another owner of the line', async () => {
  await signIn();
  serveLine();
  renderApp('/en/sim-information');
  expect(await screen.findByText('8996605000000000017')).toBeVisible();
  expect(screen.queryByText('Owner of the line')).toBeNull();
});

it('suspends the line by a code to another contact, and signs out the phone', async () => {
  await signIn();
  serveLine();
  const codes = serveCodes();
  const calls = takeChange('/users/current/sim/suspend', { ...stopped, network_follows: false });
  const signOuts = countSignOuts();
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'My phone is lost' }));
  expect(screen.getByRole('checkbox', { name: /Sign out everywhere else/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Suspend it: send me a code' }));
  expect(await screen.findByText('m•••@selfcare.example')).toBeVisible();
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByText('Your line is suspended')).toBeVisible();
  expect(codes).toEqual([{ mobile_number: '0570000003', source: 'suspend_line' }]);
  expect(calls).toEqual([{ otp: rightCode }]);
  expect(signOuts.count).toBe(1);
  expect(await screen.findByText('Your line is being switched off')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Replace the SIM' })).toHaveAttribute('href', '/en/replace-sim');
});

it('keeps other devices signed in on request, and refuses a wrong code', async () => {
  await signIn();
  serveLine();
  serveCodes();
  const signOuts = countSignOuts();
  server.use(
    http.post(api('/users/current/sim/suspend'), () =>
      refuse(422, { message: 'Oops, the pin is incorrect Try Again', messageKey: 'pin_incorrect' }),
    ),
  );
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'My phone is lost' }));
  await user.click(screen.getByRole('checkbox', { name: /Sign out everywhere else/ }));
  await user.click(screen.getByRole('button', { name: 'Suspend it: send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), '111111');
  expect(await screen.findByRole('alert')).toHaveTextContent('the pin is incorrect');
  takeChange('/users/current/sim/suspend', stopped);
  await user.type(screen.getByLabelText('Verification code'), rightCode);
  expect(await screen.findByText(/Suspended since .*20 November/)).toBeVisible();
  expect(signOuts.count).toBe(0);
});

it('brings the line back', async () => {
  await signIn();
  serveLine(stopped);
  const codes = serveCodes();
  takeChange('/users/current/sim/return', {});
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'Bring my line back' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'I have my phone: send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByText('Your line is back')).toBeVisible();
  expect(codes).toEqual([{ mobile_number: '0570000003', source: 'return_line' }]);
  expect(await screen.findByRole('button', { name: 'My phone is lost' })).toBeVisible();
});

it('leads to support if no contact can receive a code', async () => {
  await signIn();
  serveLine({ code_goes_to: [] });
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'My phone is lost' }));
  expect(screen.getByText(/You can confirm with Nafath/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /send me a code/ })).toBeNull();
});

it.each([
  ['plan', 'expired', 'See my plan', '/en/my-plan'],
  ['replacement', 'in_transit', 'Track my order', '/en/my-orders'],
] as const)('leads out of a state because of %s', async (reason, state, link, to) => {
  await signIn();
  serveLine({ reason, state });
  renderApp('/en/sim-information');
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', to);
});

it('offers no change of a line that authorities blocked', async () => {
  await signIn();
  serveLine({ reason: 'authority', state: 'stopped', status: 'blocked' });
  renderApp('/en/sim-information');
  expect(await screen.findByText(/at the request of the authorities/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'My phone is lost' })).toBeNull();
});

it('shows a PUK after a code while the dialog is open', async () => {
  await signIn();
  serveLine();
  const codes = serveCodes();
  server.use(
    http.post(api('/users/current/sim/puk'), () => HttpResponse.json({ data: { puk1: '12345678' } })),
  );
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'Show the PUK: Primary SIM' }));
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByText('12345678')).toBeVisible();
  expect(codes).toEqual([{ mobile_number: '0570000003', source: 'sim_puk' }]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('12345678')).toBeNull();
});

it('shows the state of each number, here and in the menu of accounts', async () => {
  await signIn([mainLine, { ...subLine, state: 'stopped', reason: 'owner' }]);
  serveLine();
  const numbers: MyNumber[] = [
    {
      msisdn: '0570000003',
      subscription_id: 'main',
      is_main: true,
      kind: 'voice',
      nickname: '',
      multi_sim: false,
      state: 'active',
    },
    {
      msisdn: subLine.mobile_number,
      subscription_id: subLine.subscription_id,
      is_main: false,
      kind: 'voice',
      nickname: 'Driver',
      multi_sim: false,
      state: 'stopped',
      reason: 'owner',
    },
  ];
  server.use(http.get(api('/users/my-numbers'), () => HttpResponse.json({ data: numbers })));
  const { user } = renderApp('/en/sim-information');
  const list = within(await screen.findByRole('region', { name: 'My numbers' }));
  expect(list.getByText(/You suspended it/)).toBeVisible();
  expect(list.getByText('Stopped')).toBeVisible();
  expect(list.getByRole('button', { name: /View .*0570000005/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Account/ }));
  expect(screen.getByRole('button', { name: /Driver.*Stopped/ })).toBeVisible();
});

it('tries again if the line could not be read', async () => {
  await signIn();
  serveLine();
  server.use(
    http.get(api('/users/current/sim/info'), () => refuse(422, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('8996605000000000017')).toBeVisible();
});

type Proof = { stage: LineProof['stage']; refusal?: LineProof['refusal'] };

/** Accepts requests for a push; later reads get these answers in order, and the last answer stays. */
function serveProofs(...answers: Proof[]): unknown[] {
  const asked: unknown[] = [];
  const proof = (now: Proof) => ({
    data: {
      change: 'suspend_line',
      random: '42',
      expires_at: new Date(Date.now() + 180_000).toISOString(),
      ...now,
    },
  });
  server.use(
    http.post(api('/users/current/sim/identity'), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(proof({ stage: 'waiting' }));
    }),
    http.get(api('/users/current/sim/identity'), () =>
      HttpResponse.json(proof((answers.length > 1 && answers.shift()) || answers[0] || { stage: 'waiting' })),
    ),
  );
  return asked;
}

const openIdentity = async (over: Partial<SimInfo> = {}) => {
  await signIn();
  serveLine(over);
  const { user } = renderApp('/en/sim-information');
  await user.click(await screen.findByRole('button', { name: 'My phone is lost' }));
  await user.click(screen.getByRole('button', { name: 'Confirm with Nafath' }));
  return user;
};

it('suspends a line without reachable contact after a confirmation in the identity app', async () => {
  const asked = serveProofs({ stage: 'waiting' }, { stage: 'confirmed' }, { stage: 'done' });
  const signOuts = countSignOuts();
  await openIdentity({ code_goes_to: [] });
  expect(await screen.findByText('42')).toBeVisible();
  expect(screen.getByText(/Open Nafath on any device/)).toBeVisible();
  expect(await screen.findByText('Your line is suspended', {}, { timeout: 8_000 })).toBeVisible();
  expect(asked).toEqual([{ change: 'suspend_line' }]);
  expect(signOuts.count).toBe(1);
}, 15_000);

it.each([
  ['rejected', 'The request was declined in Nafath'],
  ['expired', 'The request was not answered in time'],
  ['unknown', 'We cannot reach the Nafath app'],
] as const)('says that a request was %s, and sends another one', async (stage, words) => {
  const asked = serveProofs({ stage });
  const user = await openIdentity();
  expect(await screen.findByText(words, {}, { timeout: 5_000 })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send a new request' }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('says why a confirmed suspension failed', async () => {
  serveProofs({
    stage: 'refused',
    refusal: { messageKey: 'line_blocked', message: 'This line is blocked.' },
  });
  await openIdentity();
  expect(await screen.findByText('This line is blocked.', {}, { timeout: 5_000 })).toBeVisible();
});

it('says why the request to the identity app failed', async () => {
  server.use(
    http.post(api('/users/current/sim/identity'), () =>
      refuse(422, { messageKey: 'identity_account_unknown', message: 'No account.' }),
    ),
  );
  await openIdentity();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a new request' })).toBeVisible();
});
