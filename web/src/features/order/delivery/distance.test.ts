import { expect, it } from 'vitest';
import { byDistance, distance } from './distance';

const riyadh = { latitude: 24.7136, longitude: 46.6753 };
const jeddah = { latitude: 21.5433, longitude: 39.1728 };

it('measures as the crow flies', () => {
  expect(distance(riyadh, riyadh)).toBe(0);
  expect(distance(riyadh, jeddah) / 1000).toBeCloseTo(848, -1);
  expect(distance(jeddah, riyadh)).toBe(distance(riyadh, jeddah));
});

it('puts the nearest first, and items without a place last', () => {
  const items: ({ id: string } & Partial<typeof riyadh>)[] = [
    { id: 'none' },
    { id: 'far', ...jeddah },
    { id: 'near', latitude: 24.72, longitude: 46.68 },
  ];
  expect(byDistance(items, riyadh).map(({ id }) => id)).toEqual(['near', 'far', 'none']);
  expect(byDistance(items, undefined)).toBe(items);
});
