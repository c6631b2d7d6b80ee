import { expect, it } from 'vitest';
import { committedMonths } from './commitment';

const plan = { freeNumberCategories: ['bronze' as const, 'gold' as const], commitmentMonths: 12 };

it('commits only the taker of a number that the plan includes', () => {
  expect(committedMonths(plan, { category: 'gold' })).toBe(12);
  expect(committedMonths(plan, { category: 'platinum' })).toBe(0);
  expect(committedMonths(plan, undefined)).toBe(0);
  expect(committedMonths({}, { category: 'gold' })).toBe(0);
});
