import type { Plan } from '@/api/gen-plans';

/** A plan of the catalogue, changed by the test. */
export const planOf = (over: Partial<Plan> = {}): Plan => ({
  id: 'basic-25',
  externalId: 'BASIC-25',
  kind: 'voice',
  name: 'Basic 25',
  price: 2_500,
  priceIncludesVat: true,
  subscriptionType: 'prepaid',
  featured: false,
  promoted: false,
  category: 'basic',
  validityDays: 30,
  renews: true,
  takesPorted: false,
  items: [{ type: 'data', unit: 'MB', amount: 1_024, label: '1 GB of data' }],
  ...over,
});
