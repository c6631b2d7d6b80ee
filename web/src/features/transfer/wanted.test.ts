import { expect, it } from 'vitest';
import { givenBy } from './wanted';

it('offers the amounts that the wallet covers', () => {
  const denominations = [100, 250, 500].map((megabytes) => ({ id: String(megabytes), megabytes }));
  const wallet = { id: '01920000-0000-7000-8000-0000000000f1', name: 'Plan', left: 300 };
  expect(givenBy(denominations, wallet).map(({ id }) => id)).toEqual(['100', '250']);
  expect(givenBy(denominations, undefined)).toEqual([]);
});
