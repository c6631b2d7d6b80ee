/**
 * The rule of passwords (specification, section 5) in parts. The page ticks each part of the list while the
 * customer types.
 */
export const passwordSymbols = '!$%@#£€*?&_=+-';

const isTaken = (sign: string) => /[A-Za-z0-9]/.test(sign) || passwordSymbols.includes(sign);

export const passwordParts = {
  length: (password: string) => Array.from(password).length >= 6,
  lower: (password: string) => /[a-z]/.test(password),
  upper: (password: string) => /[A-Z]/.test(password),
  digit: (password: string) => /\d/.test(password),
  letters: (password: string) => password !== '' && Array.from(password).every(isTaken),
} as const;

export const keepsRule = (password: string): boolean =>
  Object.values(passwordParts).every((kept) => kept(password));
