import { expect, it } from 'vitest';
// The server's test reads the same table: internal/contract/texts/riyals_test.go.
import table from '../../../internal/contract/texts/testdata/riyals.json';
import { Translator } from './translator';

it.each(table)('the riyal takes the form that %s asks for', async (amount = '', noun = '') => {
  const texts = new Translator(async () => ({
    costs: 'يُخصم {{amount}} ريال، من رصيدك',
    from: '{{amount}} ريالات',
  }));
  await texts.changeLanguage('ar');
  expect(texts.t('costs', { amount })).toBe(`يُخصم ${amount} ${noun}، من رصيدك`);
  expect(texts.t('from', { amount })).toBe(`${amount} ريالات`);
});
