import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { bookingWith, orderAt, session } from '@/testing/order';
import { planOf } from '@/testing/plans';
import { renderStep } from '@/testing/render';
import { api, server, takeCalls } from '@/testing/server';

describe('plan', () => {
  it('is chosen with one click, under the secret of the order and a key', async () => {
    const calls = takeCalls('put', '/plan', orderAt('eligibility-check', { seq: 2 }));
    const { user, path } = renderStep(orderAt('plan-selection'), 'plan-selection');
    await user.click(await screen.findByRole('button', { name: 'Choose Basic 25' }));
    await waitFor(() => expect(path()).toContain('check-eligibility'));
    expect(calls).toMatchObject([{ body: { planId: 'basic-25' }, session }]);
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('marks one plan as popular', async () => {
    const items = ['55', '90', '130'].map((id) =>
      planOf({ id: `hawakom-${id}`, name: `Hawakom ${id}`, featured: true, category: 'hawakom' }),
    );
    const page = { items, page: 1, per_page: 50, hasMore: false };
    server.use(http.get(api('/plans'), () => HttpResponse.json(page)));
    renderStep(orderAt('plan-selection'), 'plan-selection');
    const first = await screen.findByRole('listitem', { name: 'Hawakom 55' });
    expect(within(first).getByText('Popular')).toBeVisible();
    expect(screen.getAllByText('Popular')).toHaveLength(1);
  });

  it('shows the type of the chosen plan, and says that the number is free with the other type', async () => {
    const items = [
      planOf({ id: 'hawakom-55', name: 'Hawakom 55' }),
      planOf({
        id: 'postpaid-200',
        name: 'Postpaid 200',
        subscriptionType: 'postpaid',
        freeNumberCategories: ['bronze'],
        commitmentMonths: 12,
      }),
    ];
    const page = { items, page: 1, per_page: 50, hasMore: false };
    server.use(http.get(api('/plans'), () => HttpResponse.json(page)));
    const booking = bookingWith({ category: 'bronze' });
    const { user } = renderStep(orderAt('plan-selection', { booking }), 'plan-selection');
    expect(await screen.findByRole('listitem', { name: 'Hawakom 55' })).toBeVisible();
    const elsewhere = 'Your Bronze number is free with a plan of the other type.';
    expect(screen.getByText(elsewhere)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Postpaid' }));
    expect(await screen.findByRole('listitem', { name: 'Postpaid 200' })).toBeVisible();
    expect(screen.queryByRole('listitem', { name: 'Hawakom 55' })).toBeNull();
    expect(screen.queryByText(elsewhere)).toBeNull();
  });

  it('names the class of a free number as an adjective in Arabic (D11)', async () => {
    const plan = planOf({ freeNumberCategories: ['bronze'], commitmentMonths: 12 });
    server.use(
      http.get(api('/plans'), () =>
        HttpResponse.json({ items: [plan], page: 1, per_page: 50, hasMore: false }),
      ),
    );
    const booking = bookingWith({ category: 'bronze' });
    renderStep(orderAt('plan-selection', { booking }), 'plan-selection', 'ar');
    expect(await screen.findByText(/رقمك البرونزي مجاني مع هذه الباقة/)).toBeVisible();
  });

  it('requires a plan before the total', async () => {
    const nothing = { key: 'plan' as const, amount: 0 };
    renderStep(
      orderAt('plan-selection', { price: { lines: [nothing], total: 0, vat: 0, pinned: false } }),
      'plan-selection',
    );
    expect((await screen.findAllByText('Choose a plan to see what the order costs.'))[0]).toBeVisible();
    expect(screen.queryByText('Total')).toBeNull();
  });
});
