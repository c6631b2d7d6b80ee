import { expect, it } from 'vitest';
import { committedMonths } from './commitment';

const plan = { freeNumberCategories: ['bronze' as const, 'gold' as const], commitmentMonths: 12 };

it('commits who takes a number that the plan gives away, and nobody else', () => {
  expect(committedMonths(plan, { category: 'gold' })).toBe(12);
  expect(committedMonths(plan, { category: 'platinum' })).toBe(0);
  expect(committedMonths(plan, undefined)).toBe(0);
  expect(committedMonths({}, { category: 'gold' })).toBe(0);
});
