import { randomInt } from 'node:crypto';

/** Returns the digit that makes the Luhn sum of an ID a multiple of ten. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits, Number)
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return String((10 - (sum % 10)) % 10);
}

export interface Person {
  idNumber: string;
  birthDate: string;
  mobile: string;
  email: string;
}

/** Returns a person whom no other journey uses: SIMs are counted by person, and scenarios match by ID. */
export function newPerson(kind: 'citizen' | 'resident' = 'citizen'): Person {
  const digits = `${kind === 'citizen' ? 1 : 2}1${String(randomInt(10 ** 7)).padStart(7, '0')}`;
  // Mobile numbers that end in 99 and two digits decide the fate of messages and parcels.
  const mobile = `055${String(randomInt(1000)).padStart(3, '0')}${String(randomInt(9900)).padStart(4, '0')}`;
  return {
    idNumber: digits + checkDigit(digits),
    birthDate: '1992-03-14',
    mobile,
    email: `sara.${mobile}@example.com`,
  };
}

/** A mobile number with magic digits (docs/simulators.md). */
export const mobileWith = (digits: string): string =>
  `055${String(randomInt(1000)).padStart(3, '0')}${digits}`;
