import { digitsOnly, isNationalMobile, nationalMobile } from './digits';

/** The usual prefix of the operator's numbers, until the server returns another. */
export const usualPrefix = '057';

/** The network of a number, known from its digits alone without a call. */
export type Whose = 'ours' | 'data-sim' | 'other' | 'no-number';

export function whoseNumber(typed: string, operatorPrefix: string): Whose {
  if (/^0?83\d{10}$/.test(digitsOnly(typed))) {
    return 'data-sim';
  }
  const mobile = nationalMobile(typed);
  if (!isNationalMobile(mobile)) {
    return 'no-number';
  }
  return mobile.startsWith(operatorPrefix) ? 'ours' : 'other';
}
