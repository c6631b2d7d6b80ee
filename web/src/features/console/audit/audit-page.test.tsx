import { screen, waitFor } from '@testing-library/react';
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

it('shows who did what, in words', async () => {
  serveAudit();
  renderApp('/en/console/audit');
  const row = await screen.findByRole('row', { name: /support@selfcare.example/ });
  expect(row).toHaveTextContent('Tried again');
  expect(row).toHaveTextContent('Served again');
  expect(screen.getByRole('row', { name: /Selfcare itself/ })).toHaveTextContent('Refund request expired');
});

it('asks for what is filtered, by days of Riyadh', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  await user.selectOptions(await screen.findByLabelText('What was done'), 'Refund approved');
  await user.type(screen.getByLabelText('From'), '2026-11-24');
  await user.type(screen.getByLabelText('Up to and including'), '2026-11-25');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
    action: 'refund-approved',
    from: '2026-11-23T21:00:00.000Z',
    until: '2026-11-25T21:00:00.000Z',
  });
});

it('leads from an entry to all of its actor and all of its work', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  await user.click(await screen.findByRole('link', { name: 'support@selfcare.example' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?actor=${actor}`));
  await user.click(await screen.findByRole('link', { name: 'All about this work' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`?orderId=${work}`));
  expect(screen.getByLabelText('Order or other work: its id')).toHaveValue(work);
});

it('says at the field what is no id, and asks for nothing', async () => {
  const asked = serveAudit();
  const { user } = renderApp('/en/console/audit');
  await screen.findByRole('row', { name: /support@selfcare.example/ });
  await user.type(screen.getByLabelText('Order or other work: its id'), 'SC00000001');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText(/Write the whole id/)).toBeVisible();
  expect(asked).toEqual(['']);
});

it('goes on to older entries, and back to the newest', async () => {
  const asked = serveAudit(entries, 11);
  const { user } = renderApp('/en/console/audit?area=support');
  await user.click(await screen.findByRole('link', { name: 'Older entries' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?area=support&before=11'));
  await user.click(await screen.findByRole('link', { name: 'Newest' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?area=support'));
});

it('says that nothing fits, and why there is no log', async () => {
  serveAudit([]);
  const { router } = renderApp('/en/console/audit?actor=operator');
  expect(await screen.findByText('No entry matches.')).toBeVisible();
  server.use(http.get(api('/support/audit'), () => refuse(422, { message: 'Not now' })));
  await router.navigate('/en/console/audit');
  expect(await screen.findByText('Not now')).toBeVisible();
});
