import type { Order } from '@/api/gen';
import type { StepId } from '@/features/order/model/order-steps';
import { orderAt, placedOrder } from './order';

const stepsWithout = (missing: StepId[], first: StepId[], contact: StepId): StepId[] => [
  ...first,
  ...(
    [
      'plan-selection',
      'eligibility-check',
      'identity-validation',
      contact,
      'delivery',
      'order-confirmation',
      'payment',
      'payment-details',
      'order-details',
    ] satisfies StepId[]
  ).filter((step) => !missing.includes(step)),
];

function stepsUntil(all: StepId[], step: StepId): Order['steps'] {
  const reached = all.indexOf(step);
  return all.map((id, index) => ({ id, done: index < reached, open: index <= reached }));
}

/**
 * An eSIM order with a new number at a step of its wizard: the wizard begins with the phone and has no
 * delivery.
 */
export const esimAt = (step: StepId, over: Partial<Order> = {}): Order =>
  orderAt(step, {
    kind: 'esim',
    simType: 'esim',
    device: { model: 'apple-iphone-16' },
    price: {
      lines: [
        { key: 'number', amount: 50_000 },
        { key: 'plan', amount: 5_500 },
        { key: 'delivery', amount: 0 },
        { key: 'promo', amount: 0 },
      ],
      total: 55_500,
      vat: 7_239,
      pinned: false,
    },
    steps: stepsUntil(
      stepsWithout(['delivery'], ['purchase-type-selection', 'number-selection'], 'personal-information'),
      step,
    ),
    ...over,
  });

type Port = NonNullable<Order['port']>;

/** A number in transfer from STC. */
export const portWith = (over: Partial<Port> = {}): Port => ({
  operator: 'stc',
  operatorName: 'STC',
  msisdn: '0561234567',
  window: 'earliest',
  status: 'draft',
  triesLeft: 3,
  escalated: false,
  ...over,
});

/** A SIM order with a ported number at a step of its wizard: the wizard begins with the number. */
export const portAt = (step: StepId, over: Partial<Order> = {}): Order =>
  orderAt(step, {
    numberSource: 'port-in',
    simType: 'physical',
    booking: undefined,
    steps: stepsUntil(stepsWithout([], ['mnp-number-selection'], 'user-information'), step),
    ...over,
  });

type Milestone = NonNullable<Order['progress']>['milestones'][number]['key'];

type Profile = NonNullable<Order['profile']>;

/** A code that can be installed. */
export const profileWith = (over: Partial<Profile> = {}): Profile => ({
  state: 'released',
  iccid: '8996605000000000018',
  smdpAddress: 'smdp.example.com',
  matchingId: 'QR-G-5C-1LS-1W1Z9P7',
  lpa: 'LPA:1$smdp.example.com$QR-G-5C-1LS-1W1Z9P7',
  iosLink:
    'https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$QR-G-5C-1LS-1W1Z9P7',
  androidLink:
    'https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$QR-G-5C-1LS-1W1Z9P7',
  reissuesLeft: 2,
  ...over,
});

/** The milestones of an eSIM with a new number. */
export const esimMilestones: Milestone[] = ['placed', 'esim-code', 'esim-installed', 'active'];

/** A paid eSIM order in a stage after the wizard. */
export const placedEsim = (stage: Order['stage'], over: Partial<Order> = {}): Order =>
  placedOrder(stage, { kind: 'esim', simType: 'esim', profile: profileWith(), ...over });

/** A paid SIM order whose number is in transfer. */
export const placedPort = (stage: Order['stage'], port: Partial<Port>, over: Partial<Order> = {}): Order =>
  placedOrder(stage, {
    numberSource: 'port-in',
    simType: 'physical',
    booking: undefined,
    msisdn: '0561234567',
    port: portWith(port),
    ...over,
  });
