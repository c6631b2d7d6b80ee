import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { ListWaitingAnswer, Outage } from '@/api/gen-support';
import {
  heldDetail,
  heldOrder,
  serveCase,
  serveOutages,
  serveQueue,
  serverTime,
  signInStaff,
} from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';

const since = '2026-11-25T11:02:00Z';
const courier: Outage = {
  partner: 'courier',
  name: 'The courier',
  since,
  lastTriedAt: '2026-11-25T11:59:00Z',
  orders: 12,
  purchases: 0,
};
const away = { partner: 'courier', name: 'The courier', since } as const;

beforeEach(() => signInStaff());

function serveWaiting(over: Partial<ListWaitingAnswer> = {}): string[] {
  const asked: string[] = [];
  const order = {
    kind: 'order',
    id: heldOrder().id,
    reference: 'SC00000001',
    title: 'SIM order',
    stageText: 'Preparing',
  } as const;
  server.use(
    http.get(api('/support/outages/courier/waiting'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ name: 'The courier', away, items: [order], serverTime, ...over });
    }),
  );
  return asked;
}

it('shows on the queue the silent partner, the time, and the number of waiting orders', async () => {
  serveQueue();
  serveOutages([courier]);
  renderApp('/en/console');
  const title = await screen.findByText('The courier has not answered since 2:02 pm');
  const notice = title.closest<HTMLElement>('[role="status"]');
  expect(notice).toHaveTextContent('12 orders wait. Last tried at 2:59 pm.');
  const link = within(notice as HTMLElement).getByRole('link', { name: 'Show what waits for: The courier' });
  expect(link).toHaveAttribute('href', '/en/console/outages/courier');
});

it('says it in Arabic, too', async () => {
  serveQueue();
  serveOutages([{ ...courier, name: 'شركة التوصيل', orders: 2, purchases: 1 }]);
  renderApp('/ar/console');
  expect(await screen.findByText(/لا توجد استجابة من «شركة التوصيل» منذ/)).toBeVisible();
  expect(screen.getByText(/طلبان ينتظران.*عملية شراء واحدة تنتظر/)).toBeVisible();
});

it('lists the orders that wait for the partner, page by page', async () => {
  const asked = serveWaiting({ next: 'order/SC00000001' });
  const { user } = renderApp('/en/console/outages/courier');
  expect(await screen.findByRole('heading', { name: 'Waiting for: The courier' })).toBeVisible();
  expect(screen.getByRole('link', { name: /SC00000001/ })).toHaveAttribute(
    'href',
    `/en/console/cases/order/${heldOrder().id}`,
  );
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'First page' })).toBeVisible();
  expect(asked.at(-1)).toBe('?after=order%2FSC00000001');
});

it('says that a partner answers again', async () => {
  serveWaiting({ away: undefined, items: [] });
  renderApp('/en/console/outages/courier');
  expect(await screen.findByText(/The courier answers again/)).toBeVisible();
});

it('refuses an unknown partner', async () => {
  renderApp('/en/console/outages/nonsense');
  expect(await screen.findByRole('heading', { name: 'Partner not found' })).toBeVisible();
});

it('names the partner on the page of an order that waits for it', async () => {
  serveCase(heldDetail({ away }));
  renderApp(`/en/console/cases/order/${heldOrder().id}`);
  expect(await screen.findByText('The courier has not answered since 2:02 pm')).toBeVisible();
});

it('names the partner beside a search result', async () => {
  server.use(
    http.post(api('/support/search'), () =>
      HttpResponse.json({
        items: [
          {
            type: 'order',
            id: heldOrder().id,
            auditId: heldOrder().id,
            title: 'SIM order',
            reference: 'SC00000001',
            by: 'mobile', // a complete order number would open its result by itself
            at: since,
            away,
          },
        ],
      }),
    ),
  );
  const { user } = renderApp('/en/console/find');
  await user.type(await screen.findByRole('searchbox'), '0570000001{Enter}');
  expect(await screen.findByText(/The courier has not answered since Wednesday/)).toBeVisible();
});
