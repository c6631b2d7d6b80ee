import { expect, it } from 'vitest';
import { orderAt } from '@/testing/order';
import { newerOrder } from './order-query';

it('never lets an older state replace a newer one', () => {
  const older = orderAt('plan-selection', { seq: 3 });
  const newer = orderAt('eligibility-check', { seq: 4 });
  expect(newerOrder(newer, older)).toBe(newer);
  expect(newerOrder(older, newer)).toBe(newer);
  expect(newerOrder(undefined, older)).toBe(older);
});
