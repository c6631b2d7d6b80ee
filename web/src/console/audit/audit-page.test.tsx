import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '@/api/gen-support';
import { signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const actor = '01920000-0000-7000-8000-0000000000f1';
const work = '01920000-0000-7000-8000-0000000000c1';
const entries: AuditEntry[] = [
  {
    id: 12,
    area: 'support',
    orderId: work,
    actor,
    actorKind: 'staff',
    actorName: 'support@selfcare.example',
    action: 'retry',
    note: 'Served again',
    details: { kind: 'order' },
    reference: 'SC00000001',
    facts: [
      { name: 'Operation', value: 'Opened an order' },
      { name: 'Amount', value: '2090.00 SAR' },
    ],
    at: '2026-11-25T08:00:00Z',
  },
  {
    id: 11,
    area: 'account',
    actor: 'selfcare',
    actorKind: 'system',
    action: 'refund-expired',
    note: '',
    details: {},
    at: '2026-11-25T07:00:00Z',
  },
];

function serveAudit(items: AuditEntry[] = entries, next?: number): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/support/audit'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items, ...(next && { next }) });
    }),
  );
  return asked;
}

beforeEach(() => signInStaff());

it('shows each actor and action in words', async () => {
  serveAudit();
  renderApp('/en/console/audit');
  const row = await screen.findByRole('row', { name: /support@selfcare.example/ });
  expect(row).toHaveTextContent('Tried again');
  expect(row).toHaveTextContent('Served again');
  expect(row).toHaveTextContent(/Operation.*Opened an order.*Amount.*2090.00 SAR/);
  expect(screen.getByRole('row', { name: /System/ })).toHaveTextContent('Refund request expired');
});

it('sends the filter with days of Riyadh', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  await user.selectOptions(await screen.findByLabelText('Action'), 'Refund approved');
  for (const [name, day] of [
    ['From', '24'],
    ['Up to and including', '25'],
  ] as const) {
    const group = within(screen.getByRole('group', { name }));
    await user.type(group.getByLabelText('Day'), day);
    await user.selectOptions(group.getByLabelText('Month'), 'November');
    await user.type(group.getByLabelText('Year'), '2026');
  }
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
    action: 'refund-approved',
    from: '2026-11-23T21:00:00.000Z',
    until: '2026-11-25T21:00:00.000Z',
  });
});

it('leads from an entry to all entries of its actor and of its work', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  await user.click(await screen.findByRole('link', { name: 'support@selfcare.example' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?actor=${actor}`));
  await user.click(await screen.findByRole('link', { name: /Show all entries about .*SC00000001/ }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?orderId=${work}`));
});

it('filters by the email of a colleague, and refuses an invalid email at its field', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  const who = await screen.findByLabelText("Colleague's email");
  await user.type(who, 'SUPPORT');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText("Enter a colleague's email.")).toBeVisible();
  await user.clear(who);
  await user.paste('mailto:support@selfcare.example\u200f');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?staff=support%40selfcare.example'));
});

it('filters by the number of the work, which stays out of the address', async () => {
  const asked = serveAudit();
  const searched: unknown[] = [];
  server.use(
    http.post(api('/support/search'), async ({ request }) => {
      searched.push(await request.json());
      const found = { type: 'port-out', id: 'PO00000007', auditId: work, title: 'Number leaving' };
      return HttpResponse.json({
        items: [{ ...found, reference: 'PO00000007', by: 'reference', at: '2026-11-25T08:00:00Z' }],
      });
    }),
  );
  const { user } = renderApp('/en/console/audit');
  await user.type(await screen.findByLabelText('Order or other number'), 'PO00000007{Enter}');
  await user.click(await screen.findByRole('link', { name: 'Number leaving PO00000007' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?orderId=${work}`));
  expect(searched).toEqual([{ q: 'PO00000007' }]);
});

it('refuses an invalid day at its field', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  const group = within(await screen.findByRole('group', { name: 'From' }));
  await user.type(group.getByLabelText('Day'), '31');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Enter a valid day.')).toBeVisible();
  expect(asked).toEqual(['']);
});

it('names the months in the language of the page', async () => {
  serveAudit();
  renderApp('/ar/console/audit');
  const group = within(await screen.findByRole('group', { name: 'من' }));
  expect(group.getByRole('option', { name: 'نوفمبر' })).toBeInTheDocument();
});

it('goes on to older entries, and back to the newest', async () => {
  const asked = serveAudit(entries, 11);
  const { user } = renderApp('/en/console/audit?area=support');
  await user.click(await screen.findByRole('link', { name: 'Older entries' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?area=support&before=11'));
  await user.click(await screen.findByRole('link', { name: 'Newest' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?area=support'));
});

it('says that no entry matches, or why the log cannot be shown', async () => {
  serveAudit([]);
  const { router } = renderApp('/en/console/audit?actor=operator');
  expect(await screen.findByText('No entries match.')).toBeVisible();
  server.use(http.get(api('/support/audit'), () => refuse(422, { message: 'Not now' })));
  await router.navigate('/en/console/audit');
  expect(await screen.findByText('Not now')).toBeVisible();
});
