import { expect, it } from 'vitest';
// The server reads the same table: internal/domain/typed/typed_test.go.
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
  readText,
} from './typed';

const readers: Record<keyof typeof table, (text: string) => string | undefined> = {
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
};

const rows = (Object.keys(readers) as (keyof typeof table)[]).flatMap((kind) =>
  table[kind].map(([typed, want]) => [kind, typed ?? '', want] as const),
);

it.each(rows)('reads the %s %j as the server does', (kind, typed, want) => {
  expect(readers[kind](typed) ?? null).toBe(want);
});

it('knows each decimal digit of Unicode', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const sign = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    if (/^\p{Nd}$/u.test(sign)) {
      expect(latinDigits(sign)).toMatch(/^[0-9]$/);
    }
  }
});
