import { printedReference } from './references';

/**
 * Readers of typed, pasted and dictated text. The server's readers (internal/domain/typed) are equal; both
 * are tested with one table of examples. A reader returns an unreadable text unchanged, or undefined, and the
 * form refuses it.
 */
const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode lists the ten digits of a script in a row from zero. Some scripts follow each other directly. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}

/** Converts decimal digits of all scripts to 0 to 9; other characters stay. */
export const latinDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, digitValue);

/** Returns only the digits of a text, as Western digits. */
export const digitsOnly = (text: string): string => latinDigits(text).replace(/\D/g, '');

const between = /[\p{Cf}\p{White_Space}\p{Pd}\p{Ps}\p{Pe}\u2212./\\·•∙・．／]/gu;
const plusSign = /^[+\uff0b\ufe62]/;

/**
 * Reads a number as it is dialled: digits, with 00 for a leading +; undefined if the text contains anything
 * else.
 */
export function dialled(text: string): string | undefined {
  const bare = latinDigits(text).replace(between, '');
  const digits = bare.replace(plusSign, '00');
  return /^\d+$/.test(digits) ? digits : undefined;
}

const withoutCountry = (digits: string): string => digits.replace(/^(00966|966)/, '').replace(/^0/, '');

/** Reads a Saudi mobile number in any usual spelling and returns it in national format. */
export function readMobile(text: string): string | undefined {
  const rest = withoutCountry(dialled(text) ?? '');
  return /^5\d{8}$/.test(rest) ? `0${rest}` : undefined;
}

/** Reads a mobile number, or the digits of a data SIM. */
export const readNumber = (text: string): string => readMobile(text) ?? dialled(text) ?? text;

/** Reads a Saudi landline number in national format. */
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

/** Reads a text of digits only: an ID, a card, a code. */
export function readDigits(text: string): string {
  const digits = latinDigits(text).replace(between, '');
  return /^\d+$/.test(digits) ? digits : text;
}

/** Reads the number of a SIM. In data exchange and on some cards an F fills the twentieth place. */
export const readCard = (text: string): string => {
  const digits = readDigits(readCode(text).replace(/F+$/, ''));
  return /^\d+$/.test(digits) ? digits : text;
};

/** Stops end a sentence or a part of it; none ends a code. */
const stops = /[.,;:،؛]+$/;

const blanksAround = /^\p{White_Space}+|\p{White_Space}+$/gu;

/** Reads a code of capital letters and digits. */
export const readCode = (text: string): string =>
  latinDigits(text)
    .replace(/[\p{Cf}\p{White_Space}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(stops, '');

/** Reads a code without hyphens and without a leading number sign. */
export const bareCode = (text: string): string =>
  readCode(text).replace(/-/g, '').replace(/^#+/, '').replace(stops, '');

/** Reads a printed reference of an order, a purchase, a request or a bill. The contract refuses other texts. */
export const readReference = (text: string): string =>
  printedReference(bareCode(text)) ?? readCode(text).replace(/^#+/, '');

/** Reads a name: one line, single spaces, no marks, accents composed with their letters. */
export const readName = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(blanksAround, '');

/** Reads an e-mail address. */
export function readEmail(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\uff20/g, '@')
    .replace(blanksAround, '')
    .replace(/^(mailto:|\p{White_Space})+/iu, '');
  const at = plain.indexOf('@');
  if (at < 0) {
    return plain;
  }
  const [local, domain] = [latinDigits(plain.slice(0, at)), plain.slice(at + 1)];
  const written = `https://${domain}`;
  return `${local}@${/[^ -~]/.test(domain) && URL.canParse(written) ? new URL(written).hostname : domain}`;
}

/** Reads a date with hyphens, in Western digits. */
export const readDay = (text: string): string =>
  latinDigits(text)
    .replace(/[\p{Cf}\p{White_Space}]/gu, '')
    .replace(/[\p{Pd}\u2212/]/gu, '-');

/** Reads free text without blanks around it and without marks that change the direction of the text after them. */
export const readText = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .normalize('NFC')
    .replace(blanksAround, '');

/** Reads a secret from an address: the first run of letters that a secret may contain. */
export function readSecret(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // After an invalid percent sign the secret has ended.
  }
  return /^[^A-Za-z0-9_%-]*([A-Za-z0-9_-]+)/.exec(plain)?.[1] ?? '';
}
