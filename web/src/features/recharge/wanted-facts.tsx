import { useTranslation } from 'react-i18next';
import { Fact, FactRows } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { useSession } from '@/lib/session';
import { useLineType } from '@/lib/session/use-line-type';
import { useQuantity } from '@/lib/text/use-quantity';
import { useFreeData } from './use-free-data';
import { fromBalanceOf, totalOf, type Wanted } from './wanted';

function What({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('recharge');
  const quantity = useQuantity();
  const freeOf = useFreeData();
  switch (wanted.kind) {
    case 'recharge':
      return (
        <Fact label={t('confirm.amount')}>
          <Money amount={wanted.amount} />
        </Fact>
      );
    case 'data-recharge':
      return (
        <Fact label={t('confirm.pack')}>
          <bdi>{wanted.pack.name}</bdi>
          <small>
            {quantity(wanted.pack.megabytes, 'MB')}, {t('data.days', { count: wanted.pack.validityDays })}
          </small>
          {wanted.pack.free && <small>{freeOf(wanted.pack.free)}</small>}
        </Fact>
      );
    default:
      return (
        <Fact label={t('confirm.voucher')}>
          <Ltr>{wanted.voucher.replace(/(.{4})(?=.)/g, '$1 ')}</Ltr>
        </Fact>
      );
  }
}

function Whom({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('recharge');
  const { selected } = useSession();
  return (
    <Fact label={t('confirm.forWhom')}>
      {wanted.friend ? (
        <>
          <Msisdn value={wanted.friend} />
          <small>{t('whom.compare')}</small>
        </>
      ) : (
        <>
          {selected && <Msisdn value={selected.mobile_number} />}
          <small>{t('confirm.myNumber')}</small>
        </>
      )}
    </Fact>
  );
}

/** The product before the payment, its recipient and its price. */
export function WantedFacts({ wanted, vatPercent }: { wanted: Wanted; vatPercent: number }) {
  const { t } = useTranslation('recharge');
  const type = useLineType();
  return (
    <FactRows>
      <What wanted={wanted} />
      <Whom wanted={wanted} />
      <Fact label={t('confirm.price')}>
        {wanted.kind === 'voucher' ? (
          t('confirm.nothing')
        ) : (
          <>
            <Money amount={totalOf(wanted, vatPercent)} />
            <small>{t('balance.vat', { percent: vatPercent })}</small>
            {wanted.kind === 'data-recharge' && type === 'prepaid' && (
              <small>
                {t('data.fromBalance')} <Money amount={fromBalanceOf(wanted)} />
              </small>
            )}
          </>
        )}
      </Fact>
    </FactRows>
  );
}
