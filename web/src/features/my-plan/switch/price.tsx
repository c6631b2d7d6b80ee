import { useTranslation } from 'react-i18next';
import type { SwitchItem, SwitchNowTerms } from '@/api/gen-lines';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { day, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import type { Offer, Start } from './wanted';

function Item({ item, amount }: SwitchItem) {
  const { t } = useTranslation('switch-plan');
  return (
    <Fact label={t(`price.${item}`)}>
      <Money amount={amount} />
    </Fact>
  );
}

/** Joins several SIMs into one item. */
const summed = (items: readonly SwitchItem[]): SwitchItem[] =>
  [...new Set(items.map(({ item }) => item))].map((item) => {
    const all = items.filter((one) => one.item === item);
    const sum = (of: 'amount' | 'vat') => all.reduce((total, one) => total + one[of], 0);
    return { item, amount: sum('amount'), vat: sum('vat') };
  });

function Now({ terms }: { terms: SwitchNowTerms }) {
  const { t } = useTranslation('switch-plan');
  const { items, total, vat, fromBalance, paidBy } = terms;
  return (
    <>
      {items.length > 1 && summed(items).map((one) => <Item key={one.item} {...one} />)}
      <Fact label={t(paidBy === 'invoice' ? 'price.onBill' : 'price.total')}>
        <Money amount={total} />
        <small>{t('price.vat', { amount: riyals(vat) })}</small>
        {fromBalance !== undefined && <small>{t('price.balance', { amount: riyals(fromBalance) })}</small>}
      </Fact>
    </>
  );
}

/** The price and its due date. */
export function Price({ offer: { now, later }, start }: { offer: Offer; start: Start }) {
  const { t } = useTranslation('switch-plan');
  const language = useLanguage();
  return (
    <FactRows>
      {start === 'now' && now && <Now terms={now} />}
      {start === 'renewal' && later && (
        <Fact label={t('price.then', { day: day(later.startsAt, language) })}>
          <Money amount={later.amount} />
          <small>{t(`price.later.${later.paidBy}`)}</small>
        </Fact>
      )}
    </FactRows>
  );
}
