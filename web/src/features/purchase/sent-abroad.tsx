import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { Fact } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { ForeignMoney } from '@/components/payment/foreign-money';

interface Props {
  sent: NonNullable<Purchase['international']>;
  total: number;
}

/** The amount that arrived abroad, and its price from the balance. */
export function SentAbroad({ sent, total }: Props) {
  const { t } = useTranslation('purchase');
  const { to_mobile, operator, gets, fee, recipient_told } = sent;
  return (
    <>
      <Fact label={t('facts.transferred')}>
        <ForeignMoney of={gets} />
      </Fact>
      <Fact label={t('facts.to')}>
        <Ltr>{to_mobile}</Ltr>
        <small>
          <bdi>{operator}</bdi>
        </small>
      </Fact>
      <Fact label={t('facts.fromBalance')}>
        <Money amount={total} />
        <small>
          {t('facts.fee')} <Money amount={fee} />
        </small>
      </Fact>
      {recipient_told === false && <Fact label={t('facts.message')}>{t('facts.notTold')}</Fact>}
    </>
  );
}
