import { expect, it } from 'vitest';
// The server's test reads the same table: internal/domain/typed/typed_test.go.
import table from '../../../../internal/domain/typed/testdata/typed.json';
import {
  latinDigits,
  readCard,
  readCode,
  readDay,
  readDigits,
  readEmail,
  readLandline,
  readMobile,
  readName,
  readReference,
  readSecret,
  readText,
} from './typed';

// Only the server reads printed references.
type Kind = Exclude<keyof typeof table, 'printed'>;

const readers: Record<Kind, (text: string) => string | undefined> = {
  mobile: readMobile,
  landline: readLandline,
  digits: readDigits,
  code: readCode,
  card: readCard,
  reference: readReference,
  name: readName,
  email: readEmail,
  day: readDay,
  text: readText,
  secret: readSecret,
};

const rows = (Object.keys(readers) as Kind[]).flatMap((kind) =>
  table[kind].map(([typed, want]) => [kind, typed ?? '', want] as const),
);

it.each(rows)('reads the %s %j as the server does', (kind, typed, want) => {
  expect(readers[kind](typed) ?? null).toBe(want);
});

it('converts each decimal digit of Unicode', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const sign = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    if (/^\p{Nd}$/u.test(sign)) {
      expect(latinDigits(sign)).toMatch(/^[0-9]$/);
    }
  }
});

const secret = 'Az09-_token';

it.each([
  '',
  '.',
  '\u200e',
  '\u2069',
  '%E2%80%8E',
  ')',
  '>',
  '،',
  '\u00a0',
  '"',
  '&utm_source=mail',
  '/',
  '…',
])('ReadSecret_FollowedBy%j_IsTheSecretAlone', (after) => {
  expect(readSecret(secret + after)).toBe(secret);
  expect(readSecret(encodeURIComponent(secret + after))).toBe(secret);
});

it('ReadSecret_AnySignOfUnicodeBehind_FitsIntoAHeader', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const sign = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    const read = readSecret(`${secret}${sign}`);
    expect(read.slice(0, secret.length)).toBe(secret);
    expect(read).toMatch(/^[A-Za-z0-9_-]+$/);
  }
});

it.each(['\u2066', '\ufeff', ' ', '%E2%81%A6'])('ReadSecret_MarkBefore%j_IsDropped', (before) => {
  expect(readSecret(before + secret)).toBe(secret);
});

it.each(['', '.', '%', '%zz'])('ReadSecret_%j_IsEmpty', (text) => expect(readSecret(text)).toBe(''));
