import { useTranslation } from 'react-i18next';
import { Fact } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { ForeignMoney } from '@/components/payment/foreign-money';
import type { WantedOf } from './wanted';

/** The amount that arrives abroad, the rate, and the price with its fee. */
export function InternationalSummary({ wanted: { offer, product } }: { wanted: WantedOf<'international'> }) {
  const { t } = useTranslation('transfer');
  return (
    <>
      <Fact label={t('international.gets')}>
        <ForeignMoney of={product.gets} />
        <small>
          <bdi>{offer.operator}</bdi>
        </small>
      </Fact>
      <Fact label={t('international.cost')}>
        <Money amount={product.cost} />
        <small>
          {t('international.rate')}{' '}
          <Ltr>
            {product.rate} {product.gets.currency}
          </Ltr>
        </small>
      </Fact>
      <Fact label={t('international.fee')}>
        <Money amount={product.fee} />
      </Fact>
      <Fact label={t('international.total')}>
        <Money amount={product.total} />
      </Fact>
    </>
  );
}
