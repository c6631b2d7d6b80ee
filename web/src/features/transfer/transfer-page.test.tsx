import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { DataWallet, TopUpOffer, TransferOptions } from '@/api/gen-transfers';
import { codeSent } from '@/testing/codes';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const limits: TransferOptions = {
  balance: 10_000,
  minimum: 100,
  maximum: 5_000,
  maxPercent: 50,
  dayLeft: 30_000,
  monthLeft: 150_000,
  minWalletMegabytes: 250,
};

const wallet: DataWallet = {
  id: '01920000-0000-7000-8000-0000000000f1',
  name: 'Data of your plan',
  left: 700,
  validUntil: '2026-12-20T09:00:00Z',
};

/** Serves a line that may transfer; returns the sent requests. */
async function open({
  options = {},
  wallets = [wallet],
  at = '/en/transfer',
  before = () => {},
}: {
  options?: Partial<TransferOptions>;
  wallets?: DataWallet[];
  at?: string;
  before?: () => void;
} = {}) {
  const sent: { path: string; body: unknown; key: string | null }[] = [];
  await signIn([prepaidLine]);
  const note = async (request: Request) => {
    sent.push({
      path: new URL(request.url).pathname.replace('/api', ''),
      body: await request.json(),
      key: request.headers.get('Idempotency-Key'),
    });
  };
  const done = purchase({ kind: 'credit-transfer', status: 'completed', way: 'balance', forFriend: true });
  servePurchase(done);
  server.use(
    http.get(api('/users/current/transfer/options'), () =>
      HttpResponse.json({ data: { ...limits, ...options } }),
    ),
    http.get(api('/users/data/wallets'), () => HttpResponse.json({ data: wallets })),
    http.get(api('/users/data/transferable-denominations'), () =>
      HttpResponse.json({
        data: [
          { id: '250', megabytes: 250 },
          { id: '1024', megabytes: 1_024 },
        ],
      }),
    ),
    http.post(api('/users/current/transfer/code'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: codeSent() });
    }),
    http.post(api('/users/transfer-balance-new'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: done }, { status: 201 });
    }),
    http.post(api('/users/data/transfer'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { ...done, kind: 'data-transfer' } }, { status: 201 });
    }),
  );
  before();
  return { sent, ...renderApp(at) };
}

it('transfers credit after a code, and opens the page of the transfer', async () => {
  const { sent, user, router } = await open();
  await user.type(await screen.findByLabelText("Recipient's mobile number"), '٠٥٧٠٠٠٠٠٠٢');
  await user.type(screen.getByLabelText('Amount in SAR'), '12.5');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Confirm with the code' })).toBeVisible();
  expect(screen.getByText(/can't be taken back/)).toBeVisible();
  expect(sent).toEqual([
    {
      path: '/users/current/transfer/code',
      body: { kind: 'local', to_mobile: '0570000002', amount: 1_250 },
      key: null,
    },
  ]);
  await user.type(screen.getByRole('textbox'), '123456');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/en\/purchase\//));
  expect(sent[1]?.body).toEqual({ amount: 1_250, to_mobile: '0570000002', otp: '123456' });
  expect(sent[1]?.key).not.toBeNull();
});

it('transfers data from a wallet in covered amounts', async () => {
  const { sent, user } = await open({ at: '/en/transfer?tab=data' });
  expect(await screen.findByRole('radio', { name: /Data of your plan/ })).toBeChecked();
  expect(screen.queryByRole('radio', { name: '1 GB' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Choose how much.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: '250 MB' }));
  await user.type(screen.getByLabelText("Recipient's mobile number"), '0570000002');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByRole('textbox'), '123456');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual({
    denomination_id: '250',
    wallet_id: wallet.id,
    to_mobile: '0570000002',
    otp: '123456',
  });
});

it('checks the limits of an amount before the request', async () => {
  const { sent, user } = await open();
  await user.type(await screen.findByLabelText("Recipient's mobile number"), '0570000002');
  for (const amount of ['50.01', '0.99', 'ten']) {
    const field = screen.getByLabelText('Amount in SAR');
    await user.clear(field);
    await user.type(field, amount);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(field).toHaveAccessibleDescription(/Enter an amount from 1 to 50/);
  }
  expect(sent).toEqual([]);
});

it('formats the bounds of credit as other amounts (D8)', async () => {
  await open({ options: { maximum: 100_000 } });
  expect(await screen.findByLabelText('Amount in SAR')).toHaveAccessibleDescription('From 1 to 1,000');
});

it('shows a refusal of the server at its field', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/users/current/transfer/code'), () =>
      refuse(422, { message: 'No', fields: { to_mobile: 'It pays by monthly bill.' } }),
    ),
  );
  await user.type(await screen.findByLabelText("Recipient's mobile number"), '0570000002');
  await user.type(screen.getByLabelText('Amount in SAR'), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const field = screen.getByLabelText("Recipient's mobile number");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/It pays by monthly bill/));
  await user.type(field, '1');
  expect(field).not.toHaveAccessibleDescription(/It pays by monthly bill/);
});

it('leads back to the filled form if the balance has changed meanwhile', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/users/transfer-balance-new'), () =>
      refuse(422, { message: 'No', fields: { amount: 'You can transfer at most SAR 5.' } }),
    ),
  );
  await user.type(await screen.findByLabelText("Recipient's mobile number"), '0570000002');
  await user.type(screen.getByLabelText('Amount in SAR'), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByRole('textbox'), '123456');
  const field = await screen.findByLabelText('Amount in SAR');
  expect(field).toHaveValue('10');
  expect(field).toHaveAccessibleDescription(/at most SAR 5/);
});

it.each([
  [{ balance: 100, maximum: 0 }, /too low for a transfer: you need at least SAR \d+/],
  [{ maximum: 0, dayLeft: 0 }, /reached your limit/],
  [{ guardedUntil: '2026-11-27T09:00:00Z' }, /To protect you, transfers open on/],
] satisfies [Partial<TransferOptions>, string | RegExp][])(
  'says why nothing can be given now: %o',
  async (options, text) => {
    await open({ options });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  },
);

it.each([
  [5_000, 1],
  [2_000, 0],
])('names the share of the balance only if it is the limit: %i', async (maximum, hints) => {
  await open({ options: { balance: 10_000, maxPercent: 50, maximum } });
  await screen.findByText('At most now');
  expect(screen.queryAllByText('50% of your balance')).toHaveLength(hints);
});

it('says that there is no data to transfer, and leads to a recharge', async () => {
  await open({ wallets: [], at: '/en/transfer?tab=data' });
  expect(await screen.findByText(/You have no data to transfer/)).toBeVisible();
  expect(within(screen.getByRole('tabpanel')).getByRole('link', { name: 'Recharge' })).toHaveAttribute(
    'href',
    '/en/recharge?tab=dataRecharge',
  );
});

/** Makes the first call of a page fail, and the next ones succeed. */
const failOnce = (path: string) =>
  server.use(http.get(api(path), () => refuse(409, { message: 'Not now' }), { once: true }));

it.each([
  ['local', '/users/current/transfer/options', 'Amount in SAR'],
  ['data', '/users/data/wallets', /Data of your plan/],
  ['data', '/users/data/transferable-denominations', /Data of your plan/],
] satisfies [string, string, string | RegExp][])(
  'says why nothing can be chosen to transfer (%s, %s), and asks again',
  async (tab, path, field) => {
    const { user } = await open({ at: `/en/transfer?tab=${tab}`, before: () => failOnce(path) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(field)).toBeVisible();
  },
);

const offer: TopUpOffer = {
  to_mobile: '+919876543210',
  country: 'IN',
  operator_id: '12',
  operator: 'Airtel',
  balance: 5_000,
  products: [
    {
      product_id: '7',
      service_id: '1',
      kind: 'AIRTIME',
      gets: { amount: '199.00', currency: 'INR' },
      rate: '22.10',
      cost: 900,
      fee: 50,
      total: 950,
    },
    {
      product_id: '8',
      service_id: '1',
      kind: 'AIRTIME',
      gets: { amount: '1999.00', currency: 'INR' },
      rate: '22.10',
      cost: 9_000,
      fee: 450,
      total: 9_450,
    },
  ],
};

/** Opens the tab of numbers abroad; returns the requests to the partner. */
async function openAbroad(answer: () => Response = () => HttpResponse.json({ data: offer })) {
  const bodies: unknown[] = [];
  const page = await open({ at: '/en/transfer?tab=international' });
  server.use(
    http.post(api('/users/balance/international-transfer/resolve-recipient'), answer),
    http.post(api('/users/balance/international-transfer/code'), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ data: codeSent() });
    }),
    http.post(api('/users/balance/international-transfer/transfer'), async ({ request }) => {
      bodies.push(await request.json());
      const begun = purchase({ kind: 'international-transfer', status: 'delivering', way: 'balance' });
      return HttpResponse.json({ data: begun }, { status: 201 });
    }),
  );
  await page.user.type(await screen.findByLabelText("Recipient's mobile number"), '+91 98765 43210');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  return { bodies, ...page };
}

it('sends a top-up abroad for the shown price after a code', async () => {
  const { bodies, user, router } = await openAbroad();
  expect(await screen.findByText('India')).toBeVisible();
  expect(screen.getByRole('radio', { name: /1,999/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Choose what to send.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /199\.00/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/can't be taken back/)).toBeVisible();
  await user.type(screen.getByRole('textbox'), '123456');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/en\/purchase\//));
  const transfer = {
    to_mobile: '+919876543210',
    operator_id: '12',
    service_id: '1',
    product_id: '7',
    amount: 950,
    currency: 'SAR',
  };
  expect(bodies).toEqual([{ transfer }, { verify: { otp: '123456' }, transfer }]);
});

it.each([
  'Oops, the number is Saudi.',
  'Oops, the number is not prepaid or its country is not supported.',
  'Oops, the number has a wrong format.',
])('says at the number why nothing can be sent to it: %s', async (said) => {
  await openAbroad(() => refuse(422, { message: 'No', fields: { to_mobile: said } }));
  const field = await screen.findByLabelText("Recipient's mobile number");
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(said)));
});

it('says that the partner does not answer, and keeps the number', async () => {
  const { user } = await openAbroad(() => refuse(409, { message: 'Not now' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.getByLabelText("Recipient's mobile number")).toHaveValue('+91 98765 43210');
  server.use(
    http.post(api('/users/balance/international-transfer/resolve-recipient'), () =>
      HttpResponse.json({ data: offer }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('India')).toBeVisible();
});

it('says that the balance covers no top-up, and leads to a recharge', async () => {
  await openAbroad(() => HttpResponse.json({ data: { ...offer, balance: 900 } }));
  expect(await screen.findByText(/too low for a transfer: you need at least SAR \d/)).toBeVisible();
  expect(within(screen.getByRole('tabpanel')).getByRole('link', { name: 'Recharge' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it.each([
  [[], 1],
  [['history'], 0],
] as const)('links to the list of transfers if the line may open it (%j)', async (hidden, links) => {
  await signIn([prepaidLine], { hidden_menu: [...hidden] });
  renderApp('/en/transfer');
  expect(await screen.findByRole('tab', { name: 'Data' })).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'See your transfers' })).toHaveLength(links);
});
