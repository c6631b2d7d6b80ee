import { expect, it } from 'vitest';
import { hasMod97Digits } from './check-digits';

const eid = '89049032123451234512345678901235';

it('accepts the example of SGP.29, and refuses each wrong digit', () => {
  expect(hasMod97Digits(eid)).toBe(true);
  for (const [place, digit] of [...eid].entries()) {
    const wrong = eid.slice(0, place) + ((Number(digit) + 1) % 10) + eid.slice(place + 1);
    expect(hasMod97Digits(wrong)).toBe(false);
  }
});

it('refuses an empty text', () => {
  expect(hasMod97Digits('')).toBe(false);
});
