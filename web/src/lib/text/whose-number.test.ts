import { describe, expect, it } from 'vitest';
import { whoseNumber } from './whose-number';

describe('whose number it is', () => {
  it.each([
    ['0571234567', 'ours'],
    ['571234567', 'ours'],
    ['966571234567', 'ours'],
    ['00966 57 123 4567', 'ours'],
    ['٠٥٧١٢٣٤٥٦٧', 'ours'],
    ['0551234567', 'other'],
    ['+966 55 123 4567', 'other'],
    ['830000000001', 'data-sim'],
    ['0830000000001', 'data-sim'],
    ['83000000001', 'no-number'],
    ['057123456', 'no-number'],
    ['05712345678', 'no-number'],
    ['0112345678', 'no-number'],
    ['', 'no-number'],
  ])('of %s is %s', (typed, whose) => {
    expect(whoseNumber(typed, '057')).toBe(whose);
  });

  it('uses the prefix of the settings', () => {
    expect(whoseNumber('0591234567', '059')).toBe('ours');
    expect(whoseNumber('0571234567', '059')).toBe('other');
  });
});
