import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Bulk, BulkItem, BulkPreview } from '@/api/gen-support';
import { heldOrder, serveQueue, signInStaff, typeMoment } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const bulkId = '01920000-0000-7000-8000-0000000000b1';

const preview: BulkPreview = {
  filter: { kind: 'order', failureCode: 'courier_refused', until: '2026-11-25T12:00:00Z' },
  total: 12,
  resumable: 11,
  perMinute: 30,
  minutes: 1,
  groups: [
    {
      kind: 'order',
      failureCode: 'courier_refused',
      reason: 'The courier does not take the address',
      work: { key: 'dispatch', title: 'Hand over to the courier' },
      count: 12,
      resumable: 11,
      oldest: '2026-11-22T08:00:00Z',
    },
  ],
  items: [
    {
      case: heldOrder({ reference: 'SC00000009', id: '01920000-0000-7000-8000-0000000000c9' }),
      allowed: false,
      reason: 'A refund is under way',
      will: [],
    },
    {
      case: heldOrder(),
      allowed: true,
      will: [{ key: 'runs', params: {}, text: 'The parcel is booked again' }],
    },
  ],
};

const bulk = (over: Partial<Bulk> = {}): Bulk => ({
  id: bulkId,
  state: 'running',
  filter: preview.filter,
  note: 'The courier is back',
  startedBy: 'u1',
  startedByName: 'amal@selfcare.example',
  startedAt: '2026-11-25T12:00:00Z',
  perMinute: 30,
  total: 11,
  counts: { waiting: 6, resumed: 3, heldAgain: 1, resolvedAlready: 1, refused: 0 },
  ...over,
});

const items: BulkItem[] = [
  {
    position: 1,
    kind: 'order',
    id: heldOrder().id,
    reference: 'SC00000001',
    title: 'SIM order',
    heldFor: 'courier_refused',
    outcome: 'held-again',
    reason: 'The courier does not take the address',
  },
];

/** Plays bulks. Returns the sent requests. */
function serveBulk(now: () => Bulk = bulk): { call: string; body: unknown }[] {
  const sent: { call: string; body: unknown }[] = [];
  const note = async (request: Request) => {
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    sent.push({
      call: `${request.method} ${pathname.replace('/api/support/bulk-resolutions', '')}${search}`,
      body: text && JSON.parse(text),
    });
  };
  const base = '/support/bulk-resolutions';
  server.use(
    http.get(api(base), () => HttpResponse.json({ items: [bulk({ state: 'completed' })] })),
    http.post(api(`${base}/preview`), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: preview });
    }),
    http.post(api(base), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: bulk() }, { status: 201 });
    }),
    http.get(api(`${base}/${bulkId}`), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: now(), items });
    }),
    ...['pause', 'continuation', 'stop'].map((does) =>
      http.post(api(`${base}/${bulkId}/${does}`), async ({ request }) => {
        await note(request);
        return HttpResponse.json({ data: now() });
      }),
    ),
  );
  return sent;
}

beforeEach(() => signInStaff());

it('previews the bulk and starts it for the same items', async () => {
  serveQueue();
  const sent = serveBulk();
  const { user, path } = renderApp('/en/console/bulk');
  const reason = await screen.findByRole('option', {
    name: 'Orders: The courier does not take the address (12)',
  });
  await user.selectOptions(screen.getByLabelText('Reason'), reason);
  await typeMoment(user, 'Held since, Riyadh time', '2026-11-25T10:00');
  await user.click(screen.getByRole('button', { name: 'Show what would happen' }));
  expect(await screen.findByText(/12 cases found. 11 would be tried again/)).toBeVisible();
  expect(sent).toEqual([
    {
      call: 'POST /preview',
      body: {
        filter: { kind: 'order', failureCode: 'courier_refused', from: '2026-11-25T07:00:00.000Z' },
      },
    },
  ]);
  expect(screen.getByText('11 of 12')).toBeVisible();
  await user.click(screen.getByText('Cases: 2 of 12'));
  expect(screen.getByText(/A refund is under way/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start: try 11 cases again' }));
  expect(screen.getByText('Enter 3 to 500 characters.')).toBeVisible();
  await user.type(screen.getByLabelText('Reason for starting'), 'The courier is back');
  await user.click(screen.getByRole('button', { name: 'Start: try 11 cases again' }));
  await waitFor(() => expect(path()).toBe(`/en/console/bulk/${bulkId}`));
  expect(sent.find(({ call }) => call === 'POST ')).toEqual({
    call: 'POST ',
    body: { filter: preview.filter, note: 'The courier is back' },
  });
});

it('clears the preview when the filter changes', async () => {
  serveQueue();
  serveBulk();
  const { user } = renderApp('/en/console/bulk');
  await screen.findByRole('option', { name: 'Purchases' });
  await user.selectOptions(screen.getByLabelText('Kind'), 'Orders');
  await user.click(screen.getByRole('button', { name: 'Show what would happen' }));
  await screen.findByText(/12 cases found/);
  await user.selectOptions(screen.getByLabelText('Kind'), 'Purchases');
  expect(screen.queryByText(/12 cases found/)).toBeNull();
});

it('Filter_TimeTypedInPart_IsRefusedAtItsField', async () => {
  serveQueue();
  const sent = serveBulk();
  const { user } = renderApp('/en/console/bulk');
  const since = within(await screen.findByRole('group', { name: 'Held since, Riyadh time' }));
  await user.type(since.getByLabelText('Day'), '25{Enter}');
  expect(await since.findByText('Enter a valid day and a time such as 14:30.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('refuses a bulk without a filter', async () => {
  serveQueue();
  serveBulk();
  server.use(
    http.post(api('/support/bulk-resolutions/preview'), () =>
      refuse(422, { message: 'Say which work is meant', messageKey: 'bulk_filter_empty' }),
    ),
  );
  const { user } = renderApp('/en/console/bulk');
  await user.click(await screen.findByRole('button', { name: 'Show what would happen' }));
  expect(await screen.findByText('Say which work is meant')).toBeVisible();
});

it('shows the progress and the outcome of each item', async () => {
  const sent = serveBulk();
  const { user } = renderApp(`/en/console/bulk/${bulkId}`);
  expect(await screen.findByRole('progressbar', { name: 'Progress' })).toHaveAttribute(
    'aria-valuetext',
    '5 of 11 done.',
  );
  expect(screen.getByText('amal@selfcare.example')).toBeVisible();
  expect(screen.getByRole('link', { name: 'SIM order SC00000001' })).toBeVisible();
  expect(screen.getByText('The courier does not take the address')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Held again: 1' }));
  await waitFor(() => expect(sent.some(({ call }) => call.includes('outcome=held-again'))).toBe(true));
});

it('pauses, continues, and stops after a confirmation', async () => {
  let state: Bulk['state'] = 'running';
  const sent = serveBulk(() => bulk({ state }));
  const { user } = renderApp(`/en/console/bulk/${bulkId}`);
  const done = () => sent.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call);
  const pause = await screen.findByRole('button', { name: 'Pause' });
  state = 'paused';
  await user.click(pause);
  const goOn = await screen.findByRole('button', { name: 'Resume' });
  state = 'running';
  await user.click(goOn);
  await screen.findByRole('button', { name: 'Pause' });
  await user.click(screen.getByRole('button', { name: 'Stop for good' }));
  expect(screen.getByText(/6 cases that were not reached stay held/)).toBeVisible();
  state = 'stopped';
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop it' }));
  expect(await screen.findByText(/^Stopped\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  expect(done()).toEqual([`POST /${bulkId}/pause`, `POST /${bulkId}/continuation`, `POST /${bulkId}/stop`]);
});

it('says that there is no bulk at this address', async () => {
  server.use(
    http.get(api(`/support/bulk-resolutions/${bulkId}`), () =>
      refuse(404, { message: 'There is no such bulk', messageKey: 'bulk_unknown' }),
    ),
  );
  const { router } = renderApp(`/en/console/bulk/${bulkId}`);
  expect(await screen.findByText('There is no such bulk')).toBeVisible();
  await router.navigate('/en/console/bulk/nonsense');
  expect(await screen.findByRole('heading', { name: 'Bulk recovery not found' })).toBeVisible();
});
