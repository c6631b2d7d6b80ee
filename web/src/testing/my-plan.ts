import { HttpResponse, http } from 'msw';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { planOf } from './plans';
import { api, server } from './server';

const items = (gigabytes: number, ...more: string[]): Plan['items'] => [
  { type: 'data', unit: 'MB', amount: gigabytes * 1024, label: `${gigabytes} GB data` },
  ...more.map((label) => ({ type: 'sms', unit: 'sms' as const, label })),
];

const hawakom = (riyals: number, of: Plan['items']): Plan =>
  planOf({
    id: `hawakom-${riyals}`,
    name: `Hawakom ${riyals}`,
    price: riyals * 100,
    category: 'hawakom',
    items: of,
  });

export const hawakom55 = hawakom(55, items(5));
export const hawakom90 = hawakom(90, items(15, '100 local SMS'));
export const hawakom130 = hawakom(130, items(40));
export const postpaid200: Plan = {
  ...hawakom(200, items(100)),
  id: 'postpaid-200',
  name: 'Postpaid 200',
  subscriptionType: 'postpaid',
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();

/** Ten of the plan's thirty days are over, and the balance covers the next thirty. */
export const followed = (over: Partial<PlanSubscription> = {}): PlanSubscription => ({
  stage: 'active',
  service: 'full',
  autoRenew: true,
  from: inDays(-10),
  until: inDays(20),
  changeableUntil: inDays(19),
  renewal: { at: inDays(20), amount: 4_783, paidBy: 'balance', covered: true },
  ...over,
});

export const startsLater = (plan: Plan, paid = false): PlanSubscription['scheduled'] => ({
  plan,
  startsAt: inDays(20),
  paid,
});

const rates = [{ key: 'local-minute', name: 'Local minute', unit: 'minute', price: 50 }];

/** Serves the plan of the line, and the plans on sale. */
export function servePlan(subscription?: PlanSubscription, plan: Plan = hawakom55): void {
  server.use(
    http.get(api('/users/plan'), () => HttpResponse.json({ data: { plan, subscription, rates } })),
    http.get(api('/plans'), () =>
      HttpResponse.json({
        items: [hawakom55, hawakom90, hawakom130, postpaid200],
        page: 1,
        per_page: 50,
        hasMore: false,
      }),
    ),
  );
}

export interface Taken {
  call: string;
  body: unknown;
  key: string | null;
}

/** Accepts changes of the plan; each call answers with the changed plan. */
export function takePlanChanges(after: PlanSubscription): Taken[] {
  const taken: Taken[] = [];
  const take = async ({ request }: { request: Request }) => {
    const sent = await request.text();
    const body: unknown = sent ? JSON.parse(sent) : undefined;
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
    taken.push({ call, body, key: request.headers.get('Idempotency-Key') });
    return HttpResponse.json({ data: after });
  };
  server.use(
    http.post(api('/users/plan/stop-auto-renewal'), take),
    http.post(api('/users/plan/start-auto-renewal'), take),
    http.put(api('/users/switch-plan'), take),
    http.delete(api('/users/switch-plan'), take),
  );
  return taken;
}
