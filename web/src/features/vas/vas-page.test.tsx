import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { LineRenewal, PurchasedVas, VasService } from '@/api/gen-vas';
import { codeSent } from '@/testing/codes';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const news: VasService = {
  id: 'daily-news',
  category: 'news',
  name: 'Daily news',
  description: 'The news of the day in three messages',
  price: 150,
  billed: false,
  cycleDays: 1,
  renews: false,
  availability: ['web', 'app'],
  held: false,
};

const held: PurchasedVas = {
  id: 'prayer-times',
  purchaseId: '01920000-0000-7000-8000-0000000000d7',
  name: 'Prayer times',
  state: 'active',
  price: 300,
  since: '2026-11-20T09:00:00Z',
  until: '2026-12-20T09:00:00Z',
};

const renewal: LineRenewal = {
  id: '01920000-0000-7000-8000-0000000000e1',
  kind: 'service',
  itemId: held.id,
  purchaseId: held.purchaseId,
  name: held.name,
  price: 300,
  billed: false,
  days: 30,
  until: '2026-12-20T09:00:00Z',
  renews: true,
};

/** Serves a page of services; returns the sent requests. */
async function open({
  items = [news],
  mine = [held],
  renewals = [],
  total = items.length,
  at = '/en/services',
  line = prepaidLine,
}: {
  items?: VasService[];
  mine?: PurchasedVas[];
  renewals?: LineRenewal[];
  total?: number;
  at?: string;
  line?: typeof prepaidLine;
} = {}) {
  const sent: { path: string; body: unknown; version: string | null }[] = [];
  const asked: string[] = [];
  await signIn([line]);
  const done = purchase({ kind: 'service', status: 'delivering', way: 'balance' });
  servePurchase(done);
  const note = async (request: Request) => {
    sent.push({
      path: new URL(request.url).pathname.replace('/api', ''),
      body: await request.json(),
      version: request.headers.get('X-Api-Version'),
    });
  };
  server.use(
    http.get(api('/vas-services/categories'), () =>
      HttpResponse.json({
        data: [
          { key: 'news', page: 'special_services', name: 'News' },
          { key: 'faith', page: 'special_services', name: 'Faith' },
          { key: 'music', page: 'entertainment', name: 'Music' },
        ],
      }),
    ),
    http.get(api('/vas-services/pages/:slug'), ({ request, params }) => {
      const url = new URL(request.url);
      asked.push(`${params.slug}${url.search}`);
      const page = Number(url.searchParams.get('page'));
      return HttpResponse.json({ data: { slug: params.slug, items, page, per_page: 5, total } });
    }),
    http.get(api('/vas-services/purchased'), () => HttpResponse.json({ data: mine })),
    http.get(api('/users/current/renewals'), () => HttpResponse.json({ data: renewals })),
    http.put(api('/users/current/renewals/:id'), async ({ request, params }) => {
      await note(request);
      const [chosen] = renewals.filter(({ id }) => id === params.id);
      if (!chosen) {
        return refuse(404, { message: 'This has ended, or does not renew.' });
      }
      chosen.renews = !chosen.renews;
      return HttpResponse.json({ data: chosen });
    }),
    http.post(api('/vas-services/code'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: codeSent() });
    }),
    http.post(api('/vas-services/subscribe'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: done }, { status: 201 });
    }),
    http.post(api('/vas-services/unsubscribe'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { ...held, state: 'ending' } });
    }),
  );
  return { sent, asked, ...renderApp(at) };
}

it('subscribes after a code, and opens the page of the purchase', async () => {
  const { sent, user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Subscribe to Daily news' }));
  expect(await screen.findByRole('heading', { name: 'Confirm with the code' })).toBeVisible();
  expect(screen.getByText(/ends by itself/)).toBeVisible();
  await user.type(screen.getByRole('textbox'), '123456');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/en\/purchase\//));
  expect(sent).toEqual([
    { path: '/vas-services/code', body: { id: 'daily-news' }, version: 'v3' },
    { path: '/vas-services/subscribe', body: { id: 'daily-news', otp: '123456' }, version: 'v3' },
  ]);
});

it('shows a refusal beside the services on sale', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/vas-services/code'), () => refuse(409, { message: 'Your balance is too low for this.' })),
  );
  await user.click(await screen.findByRole('button', { name: 'Subscribe to Daily news' }));
  expect(await screen.findByText('Your balance is too low for this.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Subscribe to Daily news' })).toBeEnabled();
});

it('sells only available services that the line lacks', async () => {
  await open({
    items: [
      { ...news, held: true },
      { ...news, id: 'stadium', name: 'Stadium', availability: ['app'] },
    ],
  });
  expect(await screen.findByText('You have this service.')).toBeVisible();
  expect(screen.getByText('You can have this service in our app.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Subscribe/ })).toBeNull();
});

it('filters by category and pages, and keeps both in the address', async () => {
  const { asked, user, router } = await open({ total: 12 });
  await user.click(await screen.findByRole('radio', { name: 'Faith' }));
  await waitFor(() => expect(router.state.location.search).toBe('?category=faith'));
  await waitFor(() => expect(asked.at(-1)).toBe('special_services?page=1&category=faith'));
  await user.click(await screen.findByRole('button', { name: 'Page 3 of 3' }));
  await waitFor(() => expect(asked.at(-1)).toBe('special_services?page=3&category=faith'));
  expect(screen.queryByRole('radio', { name: 'Music' })).toBeNull();
});

it('says that a page after the last one is empty', async () => {
  const { asked } = await open({ items: [], total: 6, at: '/en/services?page=10000' });
  expect(await screen.findByText('There is nothing on this page.')).toBeVisible();
  expect(asked).toEqual(['special_services?page=10000']);
});

it.each([['en', '/en/services', 'There is no service of the selected type.']])(
  'says that there is no service of the type that was selected: %s',
  async (_, path, said) => {
    await open({ items: [], total: 0, at: `${path}?category=faith` });
    expect(await screen.findByText(said)).toBeVisible();
  },
);

it('opens the entertainment page by its own name', async () => {
  const { asked } = await open({ at: '/en/entertainment' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Entertainment' })).toBeVisible();
  await waitFor(() => expect(asked).toEqual(['entertainment?page=1']));
});

it.each([
  ['prepaid' as const, /You do not get back what you paid/],
  ['postpaid' as const, /The current period stays on your bill/],
])('says what the end of a service means for its payment: %s', async (subscription_type, said) => {
  const line = { ...prepaidLine, properties: { ...prepaidLine.properties, subscription_type } };
  const { user } = await open({ at: '/en/services?tab=mine', line });
  await user.click(await screen.findByRole('button', { name: 'End Prayer times' }));
  expect(screen.getByRole('dialog', { name: 'End Prayer times?' })).toHaveTextContent(said);
});

it('ends a service after a confirmation', async () => {
  const { sent, user } = await open({ at: '/en/services?tab=mine' });
  expect(await screen.findByText('Active until 20 December 2026, and ends by itself.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End Prayer times' }));
  const dialog = screen.getByRole('dialog', { name: 'End Prayer times?' });
  await user.click(within(dialog).getByRole('button', { name: 'End it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ path: '/vas-services/unsubscribe', body: { id: 'prayer-times' }, version: 'v3' }]);
});

it('says that a line has no services, shows a running one, and retries after a failure', async () => {
  const { user } = await open({
    mine: [
      { ...held, state: 'starting', until: undefined },
      { ...held, id: 'verses', purchaseId: '01920000-0000-7000-8000-0000000000d8', state: 'ending' },
    ],
    at: '/en/services?tab=mine',
  });
  expect(await screen.findByText(/Being started/)).toBeVisible();
  expect(screen.getByText(/Being ended/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  server.use(http.get(api('/vas-services/pages/:slug'), () => refuse(503, { message: 'Not now' })));
  await user.click(screen.getByRole('tab', { name: 'All services' }));
  expect(await screen.findByText('Not now')).toBeVisible();
  server.use(
    http.get(api('/vas-services/pages/:slug'), () =>
      HttpResponse.json({
        data: { slug: 'special_services', items: [news], page: 1, per_page: 5, total: 1 },
      }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Daily news' })).toBeVisible();
});

it('says before the code that a service renews, and when it ends', async () => {
  const { user } = await open({ items: [{ ...news, renews: true, cycleDays: 30 }] });
  const said = 'It renews from your balance every 30 days until you turn renewal off.';
  expect(await screen.findByText(said)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Subscribe to Daily news' }));
  expect(await screen.findByRole('heading', { name: 'Confirm with the code' })).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByText(/ends by itself/)).toBeNull();
});

it('says that a postpaid line pays a service on the bill', async () => {
  const { user } = await open({ items: [{ ...news, billed: true, renews: true }] });
  expect(await screen.findByText('for 1 day with VAT, on your bill')).toBeVisible();
  expect(screen.queryByText(/from your balance/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Subscribe to Daily news' }));
  expect(await screen.findByRole('heading', { name: 'Confirm with the code' })).toBeVisible();
  expect(screen.getByText('It renews each day, on your bill, until you turn renewal off.')).toBeVisible();
  expect(screen.queryByText(/from your balance/)).toBeNull();
});

it('says that a postpaid line pays the renewal on the bill', async () => {
  const { user } = await open({
    at: '/en/services?tab=mine',
    renewals: [{ ...renewal, price: 345, billed: true }],
  });
  expect(await screen.findByText('Renews on 20 December 2026, on your bill.')).toBeVisible();
  expect(screen.getByText('for 30 days with VAT, on your bill').parentElement).toHaveTextContent('3.45');
  await user.click(screen.getByRole('button', { name: 'Turn renewal off: Prayer times' }));
  expect(screen.getByText(/Nothing more is added to your bill/)).toBeVisible();
});

it('turns a renewal off after a confirmation, and on again', async () => {
  const { sent, user } = await open({ at: '/en/services?tab=mine', renewals: [{ ...renewal }] });
  expect(await screen.findByText('Renews on 20 December 2026 from your balance.')).toBeVisible();
  expect(screen.queryByText(/ends by itself/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Turn renewal off: Prayer times' }));
  const off = screen.getByRole('dialog', { name: 'Turn the renewal of Prayer times off?' });
  expect(within(off).getByText(/^You keep it until 20 December 2026/)).toBeVisible();
  await user.click(within(off).getByRole('button', { name: 'Turn it off' }));
  expect(await screen.findByText('Ends on 20 December 2026. It does not renew.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Turn renewal on: Prayer times' }));
  const on = screen.getByRole('dialog', { name: 'Turn the renewal of Prayer times on?' });
  await user.click(within(on).getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText(/^Renews on 20 December 2026/)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ renews: false }, { renews: true }]);
});

it('says why a renewal could not be changed, and keeps it', async () => {
  const { user } = await open({ at: '/en/services?tab=mine', renewals: [{ ...renewal }] });
  server.use(
    http.put(api('/users/current/renewals/:id'), () =>
      refuse(404, { message: 'This has ended, or does not renew.', messageKey: 'renewal_not_found' }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Turn renewal off: Prayer times' }));
  await user.click(screen.getByRole('button', { name: 'Turn it off' }));
  expect(await screen.findByText('This has ended, or does not renew.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave it as it is' }));
  expect(screen.getByText(/^Renews on/)).toBeVisible();
});
