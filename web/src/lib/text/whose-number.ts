import { digitsOnly, nationalMobile } from './digits';

/** Of our own numbers, until the server says otherwise. */
export const usualPrefix = '057';

/** Whose network a number is on, as far as its digits say; nobody is asked about it. */
export type Whose = 'ours' | 'data-sim' | 'other' | 'no-number';

export function whoseNumber(typed: string, operatorPrefix: string): Whose {
  if (/^0?83\d{10}$/.test(digitsOnly(typed))) {
    return 'data-sim';
  }
  const mobile = nationalMobile(typed);
  if (!/^05\d{8}$/.test(mobile)) {
    return 'no-number';
  }
  return mobile.startsWith(operatorPrefix) ? 'ours' : 'other';
}
