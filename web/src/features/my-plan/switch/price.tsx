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

function Now({ terms }: { terms: SwitchNowTerms }) {
  const { t } = useTranslation('switch-plan');
  const { items, total, vat, fromBalance, paidBy } = terms;
  return (
    <>
      {items.length > 1 && items.map((item, at) => <Item key={`${item.item}-${at}`} {...item} />)}
      <Fact label={t(paidBy === 'invoice' ? 'price.onBill' : 'price.total')}>
        <Money amount={total} />
        <small>{t('price.vat', { amount: riyals(vat) })}</small>
        {fromBalance !== undefined && <small>{t('price.balance', { amount: riyals(fromBalance) })}</small>}
      </Fact>
    </>
  );
}

/** What it costs, and when that is due. */
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
