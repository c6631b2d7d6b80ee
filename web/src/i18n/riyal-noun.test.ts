import { expect, it } from 'vitest';
import { Translator } from './translator';

it.each([
  ['1', '1 ريال'],
  ['2', '2 ريال'],
  ['3', '3 ريالات'],
  ['10', '10 ريالات'],
  ['11', '11 ريالًا'],
  ['25', '25 ريالًا'],
  ['78.26', '78.26 ريالًا'],
  ['100', '100 ريال'],
  ['1,005', '1,005 ريالات'],
  ['…', '… ريال'],
])('the riyal takes the form that %s asks for', async (amount, said) => {
  const texts = new Translator(async () => ({
    costs: 'يُخصم {{amount}} ريال من رصيدك',
    from: '{{amount}} ريالات',
  }));
  await texts.changeLanguage('ar');
  expect(texts.t('costs', { amount })).toBe(`يُخصم ${said} من رصيدك`);
  expect(texts.t('from', { amount })).toBe(`${amount} ريالات`);
});
