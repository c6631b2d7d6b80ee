/**
 * Returns the form of the Arabic noun after an amount in digits: 3 ريالات, 25 ريالًا, 100 ريال. The whole
 * riyals decide the form.
 */
export function riyalNoun(amount: string): string {
  const whole = Math.trunc(Math.abs(Number(amount.replaceAll(',', '')))) % 100;
  if (whole >= 3 && whole <= 10) {
    return 'ريالات';
  }
  return whole >= 11 ? 'ريالًا' : 'ريال';
}
