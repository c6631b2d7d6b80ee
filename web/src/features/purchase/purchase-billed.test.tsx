import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Purchase } from '@/api/gen-purchases';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { signIn } from '@/testing/session';

const billed: Partial<Purchase> = {
  kind: 'service',
  way: 'invoice',
  amount: 0,
  vat: 105,
  total: 805,
  service: { id: 'tunes-weekly', name: 'Tunes weekly', cycleDays: 7 },
};

const refused = { code: 'service_refused', message: 'The provider did not accept it.' } as const;

it.each([
  [{ status: 'delivering' }, 'Your service is being started'],
  [
    { status: 'held', failure: refused },
    'Nothing has been added to your bill yet. If you call us, give this number:',
  ],
  [
    { status: 'refunding', failure: refused },
    'It could not be completed, and nothing is added to your bill.',
  ],
  [
    { status: 'failed', failure: refused, refundedAt: '2026-12-23T09:00:00Z' },
    'Nothing is added to your bill.',
  ],
  [
    {
      status: 'failed',
      kind: 'plan-switch',
      service: undefined,
      failure: { code: 'switch_failed', message: 'Not done' },
      refundedAt: '2026-12-23T09:00:00Z',
    },
    'Nothing is added to your bill.',
  ],
] satisfies [Partial<Purchase>, string][])(
  'says nothing of money that a bill would take: %o',
  async (over, said) => {
    await signIn([prepaidLine]);
    servePurchase({ ...billed, ...over });
    renderApp(`/en/purchase/${purchase().id}`);
    expect(await screen.findByText(said)).toBeVisible();
    expect(
      within(screen.getByRole('main')).queryByText(/paid|your money|your balance|went back/i),
    ).toBeNull();
  },
);
