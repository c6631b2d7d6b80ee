import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CaseRefund, RefundRequest } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, serveQueue, serverTime, signInStaff } from '@/testing/console';
import { placedOrder } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const address = `/en/console/cases/order/${heldOrder().id}`;
const resolution = api(`/support/cases/order/${heldOrder().id}/resolution`);

beforeEach(() => signInStaff());

it('resumes any held case in three clicks from the queue', async () => {
  serveQueue();
  const sent = serveCase();
  const { user } = renderApp('/en/console');
  await user.click(await screen.findByRole('link', { name: 'SC00000001' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The parcel is booked again')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason for your decision'), 'The courier serves it again');
  await user.click(dialog.getByRole('button', { name: 'Confirm: Try again' }));
  expect(await screen.findByText('In progress, no case')).toBeVisible();
  expect(sent.at(-1)).toEqual({
    call: 'POST resolution',
    body: { action: 'retry', note: 'The courier serves it again', seen: 'held.7' },
  });
});

it('sends no decision without a reason', async () => {
  const sent = serveCase();
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The parcel is booked again');
  await user.click(screen.getByRole('button', { name: 'Confirm: Try again' }));
  expect(screen.getByText('Enter 3 to 500 characters.')).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual(['POST preview']);
});

it('says why a case cannot be decided', async () => {
  serveCase();
  renderApp(address);
  expect(await screen.findByText('Leave the step out: A parcel cannot be left out')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Leave the step out' })).toBeNull();
  expect(screen.getByText('The city is not served')).toBeVisible();
});

it('reloads a case that has changed meanwhile', async () => {
  const sent = serveCase();
  server.use(
    http.post(resolution, () => refuse(409, { message: 'It has changed', messageKey: 'case_outdated' })),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The parcel is booked again');
  await user.type(screen.getByLabelText('Reason for your decision'), 'Served again');
  await user.click(screen.getByRole('button', { name: 'Confirm: Try again' }));
  await user.click(await screen.findByRole('button', { name: 'The case has changed: look again' }));
  await waitFor(() => expect(sent.filter(({ call }) => call === 'POST preview')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Confirm: Try again' })).toBeEnabled();
});

it('takes a case over from a colleague at the decision', async () => {
  const sent = serveCase();
  let claimed = true;
  server.use(
    http.post(resolution, () =>
      claimed ? refuse(409, { message: 'Huda has it', messageKey: 'case_claimed' }) : undefined,
    ),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The parcel is booked again');
  await user.type(screen.getByLabelText('Reason for your decision'), 'Huda has gone home');
  await user.click(screen.getByRole('button', { name: 'Confirm: Try again' }));
  expect(await screen.findByText('Huda has it')).toBeVisible();
  claimed = false;
  await user.click(screen.getByRole('button', { name: 'Take over the case with this reason' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm: Try again' }));
  expect(await screen.findByText('In progress, no case')).toBeVisible();
  expect(sent.filter(({ call }) => call === 'POST claim')).toEqual([
    { call: 'POST claim', body: { takeOver: true, note: 'Huda has gone home' } },
  ]);
});

it('takes a case over from a colleague with a reason', async () => {
  const claim = { by: 'u1', name: 'Huda', since: serverTime, expiresAt: serverTime, mine: false };
  const sent = serveCase(heldDetail({ case: heldOrder({ claim }) }));
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Take over the case' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Take over the case' }));
  expect(dialog.getByText('Enter 3 to 500 characters.')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason for taking over'), 'Huda has gone home');
  await user.click(dialog.getByRole('button', { name: 'Take over the case' }));
  await waitFor(() =>
    expect(sent).toEqual([{ call: 'POST claim', body: { takeOver: true, note: 'Huda has gone home' } }]),
  );
});

it('keeps a note', async () => {
  const sent = serveCase();
  const { user } = renderApp(address);
  const field = await screen.findByLabelText('Note for the next agent');
  await user.type(field, 'Customer called');
  await user.click(screen.getByRole('button', { name: 'Add the note' }));
  await waitFor(() => expect(field).toHaveValue(''));
  expect(sent).toEqual([{ call: 'POST notes', body: { note: 'Customer called' } }]);
});

it('shows former decisions with their author and reason', async () => {
  const decision = {
    id: 1,
    area: 'support' as const,
    actor: 'u1',
    actorKind: 'staff' as const,
    actorName: 'huda@selfcare.example',
    action: 'retry' as const,
    note: 'Tried by hand',
    details: {},
    at: serverTime,
  };
  serveCase(heldDetail({ decisions: [decision] }));
  renderApp(address);
  const decisions = within(await screen.findByRole('region', { name: 'Decisions so far' }));
  expect(decisions.getByText('huda@selfcare.example')).toBeVisible();
  expect(decisions.getByRole('listitem')).toHaveTextContent('Tried again');
  expect(decisions.getByText('Tried by hand')).toBeVisible();
});

it('says that Temporal does not answer, and shows the rest of the case', async () => {
  const attempts = { temporal: 'away' as const, text: 'Temporal does not answer', items: [] };
  serveCase(heldDetail({ attempts }));
  renderApp(address);
  expect(await screen.findByText('Temporal does not answer')).toBeVisible();
  expect(screen.getByText('Take the money')).toBeVisible();
});

it('says that there is no such case', async () => {
  server.use(
    http.get(api(`/support/cases/order/${heldOrder().id}`), () =>
      refuse(404, { message: 'There is no such case', messageKey: 'case_not_found' }),
    ),
  );
  const { router } = renderApp(address);
  expect(await screen.findByText('There is no such case')).toBeVisible();
  await router.navigate('/en/console/cases/nonsense/abcd');
  expect(await screen.findByRole('heading', { name: 'Case not found' })).toBeVisible();
});

it('continues an order for a caller while it is in its wizard', async () => {
  serveCase(heldDetail({ case: heldOrder({ stage: 'wizard', state: 'going-on' }) }));
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Continue for a caller' }));
  expect(screen.getByRole('button', { name: "Send the code to the order's mobile number" })).toBeVisible();
});

it('does not continue an order for a caller after its wizard', async () => {
  serveCase(heldDetail({ case: heldOrder({ stage: 'held' }) }));
  renderApp(address);
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: 'Continue for a caller' })).toBeNull();
});

it('leads only operators to the Temporal UI', async () => {
  serveCase(heldDetail({ temporalUrl: 'https://temporal.example/x' }));
  renderApp(address);
  expect(await screen.findByRole('link', { name: 'Open in the Temporal UI' })).toHaveAttribute(
    'href',
    'https://temporal.example/x',
  );
});

const completed = (refund: CaseRefund) =>
  heldDetail({ case: heldOrder({ state: 'over', late: false }), actions: [], refund });
const sentences = [{ key: 'line-stays', params: {}, text: 'The line stays in service.' }];

it('refunds a completed order after a preview, with a reason', async () => {
  let of = completed({ state: 'possible', secondPerson: false, sentences });
  serveCase(of);
  const sent: unknown[] = [];
  server.use(
    http.get(api(`/support/cases/order/${heldOrder().id}`), () => HttpResponse.json({ data: of })),
    http.post(api(`/support/orders/${heldOrder().id}/refund`), async ({ request }) => {
      sent.push(await request.json());
      of = completed({ state: 'begun', secondPerson: false, sentences: [] });
      return HttpResponse.json(placedOrder('active'));
    }),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Refund the customer' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('The line stays in service.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Refund now' }));
  expect(dialog.getByText('Enter 3 to 500 characters.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText('Reason for the refund'), ' Sold by mistake ');
  await user.click(dialog.getByRole('button', { name: 'Refund now' }));
  expect(await screen.findByText(/The refund of this order has begun/)).toBeVisible();
  expect(sent).toEqual([{ note: 'Sold by mistake' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Refund the customer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show the refund' })).toHaveAttribute(
    'href',
    `/en/console/cases/refund/${heldOrder().id}`,
  );
});

it('requests an approval for a large refund', async () => {
  let of = completed({ state: 'possible', secondPerson: true, sentences });
  server.use(
    http.get(api(`/support/cases/order/${heldOrder().id}`), () => HttpResponse.json({ data: of })),
    http.post(api(`/support/orders/${heldOrder().id}/refund`), () => {
      of = completed({ state: 'waits', secondPerson: true, sentences: [] });
      const asked = {
        id: heldOrder().id,
        way: 'refund',
        subjectId: heldOrder().id,
        reference: 'SC00000001',
        amount: 60_000,
        note: 'Sold by mistake',
        requestedBy: heldOrder().id,
        requestedByName: 'support@selfcare.example',
        requestedAt: serverTime,
        expiresAt: '2026-11-26T12:00:00Z',
        state: 'pending',
        own: true,
      } satisfies RefundRequest;
      return HttpResponse.json(asked, { status: 202 });
    }),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Request the refund' }));
  await user.type(screen.getByLabelText('Reason for the refund'), 'Sold by mistake');
  await user.click(screen.getByRole('button', { name: 'Send for approval' }));
  expect(await screen.findByText(/is waiting for a second approver/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to approvals' })).toHaveAttribute(
    'href',
    '/en/console/approvals',
  );
});

it.each([
  [false, 'Refund the customer', 'Refund now'],
  [true, 'Request the refund', 'Send for approval'],
] as const)(
  'refunds an order in three clicks from Find on (large: %s)',
  async (secondPerson, ask, confirm) => {
    const { id, title, reference } = heldOrder();
    serveCase(completed({ state: 'possible', secondPerson, sentences }));
    const sent: unknown[] = [];
    const hit = { type: 'order', id, auditId: id, title, reference, by: 'mobile', at: serverTime };
    server.use(
      http.post(api('/support/search'), () => HttpResponse.json({ items: [hit] })),
      http.post(api(`/support/orders/${id}/refund`), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(placedOrder('active'));
      }),
    );
    const { user } = renderApp('/en/console/find');
    await screen.findByRole('searchbox');
    await user.keyboard('0570000001{Enter}'); // the field has the focus
    await user.click(await screen.findByRole('link', { name: `${title} ${reference}` }));
    await user.click(await screen.findByRole('button', { name: ask }));
    await user.type(screen.getByLabelText('Reason for the refund'), 'Sold by mistake');
    await user.click(screen.getByRole('button', { name: confirm }));
    await waitFor(() => expect(sent).toEqual([{ note: 'Sold by mistake' }]));
  },
);

it('says why a refund is refused, and keeps the note', async () => {
  serveCase(completed({ state: 'possible', secondPerson: false, sentences }));
  server.use(
    http.post(api(`/support/orders/${heldOrder().id}/refund`), () =>
      refuse(409, { message: 'It has gone back already', messageKey: 'already_refunded' }),
    ),
  );
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Refund the customer' }));
  await user.type(screen.getByLabelText('Reason for the refund'), 'Sold by mistake');
  await user.click(screen.getByRole('button', { name: 'Refund now' }));
  expect(await screen.findByText('It has gone back already')).toBeVisible();
  expect(screen.getByLabelText('Reason for the refund')).toHaveValue('Sold by mistake');
});

it('offers no refund of an order that is not completed', async () => {
  serveCase();
  renderApp(address);
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('region', { name: 'Refund' })).toBeNull();
});

it('puts no block element into a paragraph', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const claim = { by: 'u1', name: 'Huda', since: serverTime, expiresAt: serverTime, mine: false };
  serveCase(heldDetail({ case: heldOrder({ claim }) }));
  renderApp(address);
  expect((await screen.findByText('Late')).closest('p')).not.toBeNull();
  expect(told).not.toHaveBeenCalled();
});

it('shows the state of a message on each channel where they differ', async () => {
  serveCase({
    ...heldDetail(),
    messages: [
      {
        template: 'order-placed',
        title: 'We have your order',
        state: 'sent',
        attempts: 1,
        unreached: [],
        channels: [
          { channel: 'email', state: 'refused' },
          { channel: 'mobile', state: 'sent' },
        ],
        failure: 'The mail server refused it.',
        queuedAt: serverTime,
        sentAt: serverTime,
      },
    ],
  });
  renderApp(address);
  const message = await screen.findByText(/We have your order/);
  expect(message).toHaveTextContent(/We have your order: sent.*E-mail: refused.*SMS: sent/);
});

it('says on which way a message did not arrive', async () => {
  serveCase({
    ...heldDetail(),
    messages: [
      {
        template: 'order-placed',
        title: 'We have your order',
        state: 'sent',
        attempts: 1,
        unreached: ['mobile'],
        channels: [],
        queuedAt: serverTime,
        sentAt: serverTime,
      },
      {
        template: 'line-active',
        title: 'Your line is active',
        state: 'sent',
        attempts: 1,
        unreached: [],
        channels: [],
        queuedAt: serverTime,
        sentAt: serverTime,
      },
    ],
  });
  renderApp(address);
  const messages = await screen.findByText(/We have your order/);
  expect(messages).toHaveTextContent('The SMS did not reach the phone.');
  expect(screen.getByText(/Your line is active/)).not.toHaveTextContent('did not reach');
});
