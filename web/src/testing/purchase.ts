import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { SavedCard } from '@/api/gen-lines';
import type { Purchase, RechargeMeter, RechargeOptions } from '@/api/gen-purchases';
import type { Subscriber } from '@/api/gen-session';
import { api, server } from './server';
import { mainLine } from './session';

export const prepaidLine: Subscriber = {
  ...mainLine,
  properties: { subscription_type: 'prepaid', data_sim: false },
};

const options: RechargeOptions = {
  kinds: ['recharge', 'data-recharge', 'voucher'],
  presets: [2_000, 5_000, 10_000],
  minimum: 1_000,
  maximum: 50_000,
  vatPercent: 15,
  data: [
    { id: 'data-5gb', name: '5 GB', megabytes: 5_120, validityDays: 30, price: 4_000, total: 4_600 },
    { id: 'data-20gb', name: '20 GB', megabytes: 20_480, validityDays: 30, price: 9_000, total: 10_350 },
  ],
  voucherLength: 14,
};

const meter: RechargeMeter = {
  count: 7,
  needed: 10,
  sharePercent: 10,
  collected: 35_000,
  expected: 3_500,
  bonuses: [],
};

export const card = (over: Partial<SavedCard> = {}): SavedCard => ({
  id: '01920000-0000-7000-8000-0000000000c1',
  brand: 'MADA',
  last4: '0015',
  holder: 'SARA ALI',
  expiryMonth: 12,
  expiryYear: 2090,
  default: true,
  expired: false,
  expiresSoon: false,
  ...over,
});

export const purchase = (over: Partial<Purchase> = {}): Purchase => ({
  id: '01920000-0000-7000-8000-0000000000d1',
  number: 'PU12345678',
  kind: 'recharge',
  status: 'processing',
  amount: 5_000,
  total: 5_750,
  vat: 750,
  forFriend: false,
  msisdn: '0570000003',
  way: 'card',
  createdAt: '2026-11-23T09:00:00Z',
  serverTime: '2026-11-23T09:00:05Z',
  ...over,
});

interface Served {
  options?: Partial<RechargeOptions>;
  meter?: Partial<RechargeMeter>;
  cards?: SavedCard[];
  balance?: number;
}

/** Serves all calls of the recharge page. */
export function serveRecharge(over: Served = {}): void {
  server.use(
    http.get(api('/recharge/options'), () => HttpResponse.json({ data: { ...options, ...over.options } })),
    http.get(api('/recharge/meter-history'), () => HttpResponse.json({ data: { ...meter, ...over.meter } })),
    http.get(api('/users/current/cards'), () => HttpResponse.json({ data: over.cards ?? [] })),
    http.get(api('/dashboard'), () =>
      HttpResponse.json({
        data: {
          proprties: { subscription_type: 'prepaid', mobile_number: '0570000003', data_sim: false },
          balance: { amount: over.balance ?? 4_550, currency: 'SAR' },
          consumption: [],
          additional_widgets: [],
        },
      }),
    ),
  );
}

/** Serves the state of a purchase. */
export const servePurchase = (over: Partial<Purchase> = {}): void =>
  server.use(http.get(api('/purchases/:id'), () => HttpResponse.json({ data: purchase(over) })));

export interface SentPurchase {
  body: unknown;
  key: string | null;
}

/** Accepts a purchase and serves it from then on. */
export function takePurchase(over: Partial<Purchase> = {}, path = '/purchases'): SentPurchase[] {
  const calls: SentPurchase[] = [];
  server.use(
    http.post(api(path), async ({ request }) => {
      calls.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      servePurchase(over);
      return HttpResponse.json({ data: purchase(over) }, { status: 201 });
    }),
  );
  return calls;
}

export const cardToken = 'tok_abcdefghijklmnop';

/** Sends the message of the provider's page after its fields, or the button of a wallet, returned a token. */
export async function giveToken(title = 'Card details'): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>(title);
  const message = { data: { type: 'token', token: cardToken }, origin: 'https://pay.example' };
  act(() => {
    fireEvent(window, new MessageEvent('message', { ...message, source: frame.contentWindow }));
  });
}
