import { expect, it } from 'vitest';
// The server's test reads the same table: internal/contract/texts/riyals_test.go.
import table from '../../../internal/contract/texts/testdata/riyals.json';
import { i18n } from '.';
import { withRiyals } from './riyal-noun';

it.each(table)('the riyal takes the form that %s asks for', (amount = '', noun = '') => {
  const texts = withRiyals({
    brand: 'يُخصم {{amount}} ريال، من رصيدك',
    loading: '{{amount}} ريالات',
  });
  i18n.addResourceBundle('ar', 'common', texts);
  const t = i18n.getFixedT('ar');
  expect(t('brand', { amount })).toBe(`يُخصم ${amount} ${noun}، من رصيدك`);
  expect(t('loading', { amount })).toBe(`${amount} ريالات`);
});
