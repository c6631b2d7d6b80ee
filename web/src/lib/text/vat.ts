/** Adds VAT to a net amount, rounded half up to the halala. */
export const withVat = (net: number, percent: number): number =>
  net + Math.floor((net * percent * 2 + 100) / 200);
