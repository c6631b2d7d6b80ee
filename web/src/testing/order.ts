import type { Order } from '@/api/gen';
import type { StepId } from '@/features/order/model/order-steps';

export const orderId = '01920000-0000-7000-8000-000000000001';
export const session = 'a-secret-of-this-order';

const wizardSteps: StepId[] = [
  'number-selection',
  'plan-selection',
  'eligibility-check',
  'identity-validation',
  'user-information',
  'delivery',
  'order-confirmation',
  'payment',
  'payment-details',
  'order-details',
];

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

type Booking = NonNullable<Order['booking']>;

const booking: Booking = {
  msisdn: '0571234567',
  category: 'gold',
  price: 50_000,
  holdExpiresAt: inMinutes(15),
  expired: false,
  extensionsLeft: 1,
};

/** The number of these orders, in another state of its reservation. */
export const bookingWith = (over: Partial<Booking>): Booking => ({ ...booking, ...over });

/** An order whose customer has reached `step`: the earlier steps are done and can be opened again. */
export function orderAt(step: StepId, over: Partial<Order> = {}): Order {
  const reached = wizardSteps.indexOf(step);
  return {
    id: orderId,
    orderNumber: 'SC12345678',
    kind: 'sim',
    numberSource: 'new',
    stage: 'wizard',
    step,
    steps: wizardSteps.map((id, index) => ({ id, done: index < reached, open: index <= reached })),
    seq: 1,
    serverTime: new Date().toISOString(),
    createdAt: new Date().toISOString(),
    canCancel: true,
    booking,
    price: {
      lines: [
        { key: 'number', amount: 50_000 },
        { key: 'plan', amount: 5_500 },
        { key: 'delivery', amount: 2_500 },
        { key: 'promo', amount: 0 },
      ],
      total: 58_000,
      vat: 7_565,
      pinned: false,
    },
    payments: [],
    ...over,
  };
}

type Progress = NonNullable<Order['progress']>;
type Milestone = Progress['milestones'][number];

const headlines: Partial<Record<Order['stage'], Progress['headline']>> = {
  placed: 'sim-prepared',
  preparing: 'sim-prepared',
  dispatched: 'parcel-on-its-way',
  delivered: 'sim-to-activate',
  active: 'active',
  held: 'held',
  porting: 'switching',
  'number-lost': 'number-lost',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
};

/**
 * The progress of an order. The first milestone after `headline` is the current one; the others are done
 * before it or come after it.
 */
export function progressWith(
  headline: Progress['headline'],
  current: Milestone,
  keys: Milestone['key'][] = ['placed', 'preparing', 'dispatched', 'delivered', 'active'],
): Progress {
  const at = keys.indexOf(current.key);
  const milestones = keys.map(
    (key, index): Milestone => (index === at ? current : { key, state: index < at ? 'done' : 'to-come' }),
  );
  return { headline, current: current.key, milestones };
}

/** A placed order in a stage after the wizard. */
export function placedOrder(stage: Order['stage'], over: Partial<Order> = {}): Order {
  return orderAt('order-details', {
    stage,
    customerStatus: 'placed',
    progress: { headline: headlines[stage] ?? 'sim-prepared', milestones: [] },
    contact: {
      fullName: 'Noura Alqahtani',
      email: 'noura@example.com',
      mobile: '0551234567',
      verified: ['mobile'],
    },
    plan: { id: 'basic-25', name: 'Basic 25', price: 2_500, subscriptionType: 'prepaid' },
    ...over,
  });
}
