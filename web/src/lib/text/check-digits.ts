/** Tells whether the digits leave 1 when divided by 97, as in an EID (GSMA SGP.29). */
export function hasMod97Digits(digits: string): boolean {
  let rest = 0;
  for (const digit of digits) {
    rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}
