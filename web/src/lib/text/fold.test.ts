import { expect, it } from 'vitest';
// The server's test reads the same table: internal/domain/typed/fold_test.go.
import table from '../../../../internal/domain/typed/testdata/fold.json';
import { fold, hasWords } from './fold';

it.each(table)('Fold_$typed_Is $folded', ({ typed, folded }) => expect(fold(typed)).toBe(folded));

const each = (pattern: RegExp, check: (sign: string) => void) => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const sign = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    if (pattern.test(sign)) {
      check(sign);
    }
  }
};

it('Fold_EachMarkBlankAndDigitOfUnicode_ChangesNoWord', () => {
  const wrong: string[] = [];
  const note = (isRight: boolean, sign: string) => !isRight && wrong.push(sign);
  each(/^[\p{M}\p{Cf}]$/u, (sign) => note(fold(`ج${sign}دة`) === 'جده', sign));
  each(/^\p{White_Space}$/u, (sign) => note(fold(`iPhone${sign}15`) === 'iphone 15', sign));
  each(/^\p{Nd}$/u, (sign) => note(/^s[0-9]$/.test(fold(`S${sign}`)), sign));
  each(/^[\p{L}\p{N}\p{S}\p{P}]$/u, (sign) => note(fold(fold(sign)) === fold(sign), sign));
  expect(wrong).toEqual([]);
});

it.each([
  ['Apple iPhone 15 Pro', 'iphone15', true],
  ['Apple iPhone 15 Pro', '15 ＩＰＨＯＮＥ', true],
  ['Galaxy S24+', 'S24 +', true],
  ['المملكة المتحدة', 'المملکہ', true],
  ['المملكة المتحدة', '', true],
  ['Apple iPhone 15 Pro', 'iphone 16', false],
])('HasWords_%j_Typed %j', (text, typed, isFound) => expect(hasWords(text, typed)).toBe(isFound));
