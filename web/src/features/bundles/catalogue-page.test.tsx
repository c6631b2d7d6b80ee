import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { bundleOf, serveBundles } from '@/testing/bundles';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const talk = bundleOf({
  id: 'local-pass-100',
  name: 'Talk 100',
  category: 'local-pass',
  tags: ['best-seller'],
  items: [{ type: 'local_min', unit: 'minute', amount: 100 }],
});
const launch = bundleOf({
  id: 'launch',
  name: 'Launch',
  category: 'latest',
  tags: ['new', 'feature'],
  left: 7,
});
const gone = bundleOf({ id: 'gone', name: 'Gone', category: 'latest', left: 0 });
const all = [launch, gone, bundleOf(), talk];

const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

it('lists bundles in pages, with contents, both prices and tags', async () => {
  serveBundles(all);
  const { user } = renderApp('/en/bundles');
  expect(await screen.findByRole('link', { name: 'Buy Launch' })).toHaveAttribute(
    'href',
    '/en/bundles/launch',
  );
  expect(names()).toEqual(['Launch', 'Gone']);
  expect(screen.getByText('7 left')).toBeVisible();
  expect(screen.getByText('Sold out')).toBeVisible();
  expect(screen.getByText('New', { selector: 'li p' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more bundles' }));
  expect(await screen.findByRole('link', { name: 'Buy Talk 100' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more bundles' })).toBeNull();
});

it('filters and sorts, and keeps both in the address', async () => {
  const asked = serveBundles(all);
  const { user, router } = renderApp('/en/bundles?sort=price&tag=<b>');
  await user.click(await screen.findByRole('radio', { name: 'Minutes and SMS' }));
  await waitFor(() => expect(names()).toEqual(['Talk 100']));
  expect(router.state.location.search).toContain('category=local-pass');
  expect(asked.at(-1)).toContain('sort=price');
  expect(asked.at(-1)).not.toContain('tag=');
  await user.click(screen.getByRole('radio', { name: 'Featured' }));
  expect(await screen.findByText('No bundle matches. Choose fewer filters.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(names()).toEqual(['Launch']));
  await user.click(screen.getByRole('radio', { name: 'Minutes and SMS' }));
  await user.click(await screen.findByRole('button', { name: 'All bundles' }));
  await waitFor(() => expect(names()).toEqual(['Launch', 'Gone']));
  expect(router.state.location.search).toBe('');
});

it.each([
  ['bundle_category/local-pass', 'Minutes and SMS', 'category=local-pass'],
  ['bundle_category/latest-bundle', 'Latest', 'category=latest'],
])('has an address of its own for a category: %s', async (path, title, query) => {
  const asked = serveBundles(all);
  renderApp(`/en/${path}`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  await waitFor(() => expect(asked.at(-1)).toContain(query));
  expect(screen.queryByRole('radio', { name: 'All' })).toBeNull();
});

it('says why the list cannot be shown, and asks again', async () => {
  serveBundles([bundleOf()]);
  server.use(http.get(api('/bundles'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/bundles');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Buy Net Saver 5 GB' })).toBeVisible();
});

it('finds matching bundles, the best first, and keeps the answers in the address', async () => {
  const asked: string[] = [];
  server.use(
    http.get(api('/bundles/find'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        items: [
          { bundle: bundleOf(), covers: 100 },
          { bundle: talk, covers: 23 },
        ],
      });
    }),
  );
  const { user, router } = renderApp('/en/find-your-bundle');
  await user.click(await screen.findByRole('radio', { name: '20 GB' }));
  await user.click(screen.getByRole('radio', { name: 'Postpaid' }));
  await user.click(screen.getByRole('button', { name: 'Show what suits' }));
  expect(await screen.findByText('Covers all of that')).toBeVisible();
  expect(screen.getByText('Covers 23% of that')).toBeVisible();
  expect(asked.at(-1)).toContain('data=20480');
  expect(asked.at(-1)).toContain('subscription=postpaid');
  expect(router.state.location.search).toContain('line=postpaid');
});

it('says that no bundle matches', async () => {
  server.use(http.get(api('/bundles/find'), () => HttpResponse.json({ items: [] })));
  renderApp('/en/find-your-bundle?data=5120&minutes=500&sms=400&days=90&line=prepaid');
  expect(await screen.findByText(/^Nothing covers all of that at once/)).toBeVisible();
});

it('tells a failed search from one without results, and asks again', async () => {
  server.use(
    http.get(api('/bundles/find'), () => refuse(409, { message: 'Not now' }), { once: true }),
    http.get(api('/bundles/find'), () => HttpResponse.json({ items: [{ bundle: bundleOf(), covers: 100 }] })),
  );
  const { user } = renderApp('/en/find-your-bundle?data=5120&minutes=500&sms=400&days=90&line=prepaid');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByText(/^Nothing covers/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Covers all of that')).toBeVisible();
});

it('asks again if the address has invalid answers', async () => {
  renderApp('/en/find-your-bundle?data=5121&minutes=500&sms=400&days=90&line=prepaid');
  expect(await screen.findByRole('button', { name: 'Show what suits' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'What suits best' })).toBeNull();
});

it('shows the counts of bought, waiting and matching bundles', async () => {
  await signIn([prepaidLine]);
  serveBundles(all);
  server.use(
    http.get(api('/users/current/bundles'), () =>
      HttpResponse.json({
        data: {
          bought: ['launch'],
          scheduled: [
            {
              purchaseId: '01920000-0000-7000-8000-0000000000d1',
              number: 'PU12345678',
              name: 'Talk 100',
              effectiveAt: '2026-12-23T21:00:00Z',
            },
          ],
          best: { bundle: bundleOf(), covers: 100, used: { data: 4_096, minutes: 12, sms: 3, days: 30 } },
        },
      }),
    ),
  );
  const { router } = renderApp('/en/bundles');
  const best = await screen.findByRole('region', { name: 'Best for you' });
  expect(within(best).getByRole('link', { name: 'Buy Net Saver 5 GB' })).toBeVisible();
  expect(best).toHaveTextContent('You used 4 GB, 12 minutes, and 3 SMS in the last 30 days.');
  expect(screen.getByRole('region', { name: 'Starting later' })).toHaveTextContent('24 December 2026');
  expect(await screen.findByText('Purchased')).toBeVisible();
  await router.navigate('/en/bundle_category/local-pass');
  expect(await screen.findByRole('heading', { level: 1, name: 'Minutes and SMS' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Best for you' }), 'it may be of another category').toBeNull();
});

it('shows the renewals of bundles, and turns one off', async () => {
  await signIn([prepaidLine]);
  serveBundles(all);
  const mix = {
    id: '01920000-0000-7000-8000-0000000000e1',
    kind: 'bundle',
    itemId: 'mix',
    purchaseId: '01920000-0000-7000-8000-0000000000e2',
    name: 'Mix 20',
    price: 7_500,
    billed: false,
    days: 30,
    until: '2026-12-24T09:00:00Z',
    renews: true,
  };
  const news = { ...mix, id: '01920000-0000-7000-8000-0000000000e3', kind: 'service', name: 'Daily news' };
  server.use(
    http.get(api('/users/current/renewals'), () => HttpResponse.json({ data: [mix, news] })),
    http.put(api('/users/current/renewals/:id'), async ({ request, params }) => {
      expect(params.id).toBe(mix.id);
      expect(await request.json()).toEqual({ renews: false });
      mix.renews = false;
      return HttpResponse.json({ data: mix });
    }),
  );
  const { user } = renderApp('/en/bundles');
  const mine = await screen.findByRole('region', { name: 'Renews by itself' });
  expect(within(mine).getByRole('heading', { level: 3, name: 'Mix 20' })).toBeVisible();
  expect(within(mine).queryByText('Daily news')).toBeNull();
  await user.click(within(mine).getByRole('button', { name: 'Turn renewal off: Mix 20' }));
  await user.click(screen.getByRole('button', { name: 'Turn it off' }));
  expect(await within(mine).findByText('Ends on 24 December 2026. It does not renew.')).toBeVisible();
});

it('says why renewals cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveBundles([bundleOf()]);
  server.use(
    http.get(api('/users/current/renewals'), () => refuse(409, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/bundles');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('preselects the type of the chosen line, which can be changed', async () => {
  await signIn([mainLine]);
  const { user } = renderApp('/en/find-your-bundle');
  expect(await screen.findByRole('radio', { name: 'Postpaid' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Prepaid' }));
  expect(screen.getByRole('radio', { name: 'Postpaid' })).not.toBeChecked();
});
