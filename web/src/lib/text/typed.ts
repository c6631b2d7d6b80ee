/**
 * Readers of what people type, paste and dictate: the same as the server's (internal/domain/typed), held to one table of examples.
 * A reader leaves a text that it cannot read as it is, or answers undefined, for the form to refuse.
 */
const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode keeps the ten digits of a script in a row, from zero on; some scripts follow each other. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}

/** The decimal digits of every script as 0 to 9; everything else stays. */
export const latinDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, digitValue);

/** Only the digits of a text, Western. */
export const digitsOnly = (text: string): string => latinDigits(text).replace(/\D/g, '');

const between = /[\p{Cf}\p{White_Space}\p{Pd}\p{Ps}\p{Pe}\u2212./\\·•∙・．／]/gu;
const plusSign = /^[+\uff0b\ufe62]/;

/** A number as it is dialled: digits, 00 for a + before them; undefined for a text with anything else in it. */
export function dialled(text: string): string | undefined {
  const bare = latinDigits(text).replace(between, '');
  const digits = bare.replace(plusSign, '00');
  return /^\d+$/.test(digits) ? digits : undefined;
}

const withoutCountry = (digits: string): string => digits.replace(/^(00966|966)/, '').replace(/^0/, '');

/** A Saudi mobile in national format, from any of the ways people write it. */
export function readMobile(text: string): string | undefined {
  const rest = withoutCountry(dialled(text) ?? '');
  return /^5\d{8}$/.test(rest) ? `0${rest}` : undefined;
}

/** A mobile, or the digits of a data SIM. */
export const readNumber = (text: string): string => readMobile(text) ?? dialled(text) ?? text;

/** A Saudi landline as it is dialled within the country. */
export function readLandline(text: string): string | undefined {
  const digits = dialled(text) ?? '';
  const abroad = digits.startsWith('00');
  const rest = withoutCountry(digits);
  if (abroad && !/^0+966/.test(digits)) {
    return undefined;
  }
  const read = /^1\d{8}$/.test(rest) ? `0${rest}` : abroad ? rest : digits;
  return /^\d{6,12}$/.test(read) ? read : undefined;
}

/** A text of digits alone: an ID, a card, a code. */
export function readDigits(text: string): string {
  const digits = latinDigits(text).replace(between, '');
  return /^\d+$/.test(digits) ? digits : text;
}

/** The number of a SIM; on the wire and on some cards an F fills its twentieth place. */
export const readCard = (text: string): string => {
  const digits = readDigits(readCode(text).replace(/F+$/, ''));
  return /^\d+$/.test(digits) ? digits : text;
};

/** A code in capitals and digits. */
export const readCode = (text: string): string =>
  latinDigits(text)
    .replace(/[\p{Cf}\p{White_Space}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[.,;:،؛]+$/, '');

/** A code without hyphens and without the number sign before it. */
export const bareCode = (text: string): string => readCode(text).replace(/-/g, '').replace(/^#/, '');

const groupedBill = /^(INV\d{4})(\d{8})$/;

/** A reference as it is printed: an order, a purchase, a request, a bill. Its length is the contract's matter. */
export function readReference(text: string): string {
  const bare = bareCode(text);
  return /^(SC|PU|CR|RS|INV)\d+$/.test(bare)
    ? bare.replace(groupedBill, '$1-$2')
    : readCode(text).replace(/^#/, '');
}

/** A name: one line, single spaces, no marks, letters composed with their accents. */
export const readName = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();

/** An e-mail address. */
export function readEmail(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\uff20/g, '@')
    .trim()
    .replace(/^mailto:/, '');
  const at = plain.indexOf('@');
  const domain = plain.slice(at + 1);
  if (at < 0 || !/[^ -~]/.test(domain)) {
    return plain;
  }
  const written = `https://${domain}`;
  return URL.canParse(written) ? `${plain.slice(0, at)}@${new URL(written).hostname}` : plain;
}

/** A date with hyphens, in Western digits. */
export const readDay = (text: string): string =>
  latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212/]/gu, '-')
    .trim();

/** Free text without marks that turn the text after them. */
export const readText = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .normalize('NFC');

/** A secret as an address brings it: the first part of the text in the letters of secrets. */
export function readSecret(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing: the secret ends there.
  }
  return /^[^A-Za-z0-9_%-]*([A-Za-z0-9_-]+)/.exec(plain)?.[1] ?? '';
}
