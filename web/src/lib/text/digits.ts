const arabicIndicZero = 0x0660;
const persianZero = 0x06f0;

/** Arabic-Indic and Persian digits as Western ones; everything else stays. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= persianZero ? persianZero : arabicIndicZero));
  });
}

/** Only the digits of a text, Western. */
export const digitsOnly = (text: string): string => latinDigits(text).replace(/\D/g, '');

/** A Saudi mobile in national format, from any of the ways people write it. */
export function nationalMobile(text: string): string {
  const digits = digitsOnly(text).replace(/^(00966|966)/, '');
  return /^5\d{8}$/.test(digits) ? `0${digits}` : digits;
}

/** 0571234567 as 057 123 4567, easier to read and to compare. */
export const spacedMobile = (msisdn: string): string => msisdn.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');

/** A Saudi mobile in national format, as the contract writes it (SaudiMobile). */
export const isNationalMobile = (digits: string): boolean => /^05[0-9]{8}$/.test(digits);
