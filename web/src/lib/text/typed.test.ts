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

/** Characters of Unicode of a class, without the surrogates. */
const charactersOf = (one: RegExp): string[] =>
  Array.from({ length: 0xe0200 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => one.test(character));

const marks = charactersOf(/^\p{Cf}$/u);
const blanks = charactersOf(/^\p{White_Space}$/u);

/** A value of each kind, in two halves. Blanks within a name, an address or a text matter. */
const halves: Record<Exclude<Kind, 'text' | 'secret'>, [string, string, boolean]> = {
  mobile: ['0571', '234567', true],
  landline: ['011', '2345678', true],
  digits: ['1000', '000008', true],
  code: ['SAVE', '20', true],
  card: ['89966059', '00000000019', true],
  reference: ['INV2026-', '00000001', true],
  name: ['Noura Al', 'i', false],
  email: ['noura@exa', 'mple.com', false],
  day: ['1410-1', '0-30', true],
};

it.each(Object.entries(halves))(
  'ignores marks and blanks of Unicode in a %s',
  (kind, [begin, end, ignoresBlanks]) => {
    const read = readers[kind as keyof typeof halves];
    for (const character of [...marks, ...blanks]) {
      const within = ignoresBlanks || marks.includes(character) ? character : '';
      const spelled = `${character}${begin}${within}${end}${character}`;
      expect(read(spelled), JSON.stringify(spelled)).toBe(begin + end);
    }
  },
);

it.each(rows)('reads the %s %j twice as once', (kind, typed) => {
  const once = readers[kind](typed);
  expect(once === undefined ? undefined : readers[kind](once)).toBe(once);
});

it('reads composed and decomposed letters alike', () => {
  for (const text of ['José', 'نُورَة', 'أحمد', 'نؤي']) {
    expect(readName(text.normalize('NFD'))).toBe(readName(text.normalize('NFC')));
    expect(readText(text.normalize('NFD'))).toBe(readText(text.normalize('NFC')));
  }
  expect(readEmail('n@e\u0301cole.example')).toBe(readEmail('n@\u00e9cole.example'));
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
