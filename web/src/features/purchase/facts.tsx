import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { Fact, FactRows } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { useMeans } from '@/components/payment/use-means';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { isGift, isTransfer } from './kinds';
import { SentAbroad } from './sent-abroad';

function Amount({ label, amount }: { label: string; amount: number | undefined }) {
  return amount !== undefined && amount > 0 ? (
    <Fact label={label}>
      <Money amount={amount} />
    </Fact>
  ) : null;
}

function Data({ data }: { data: NonNullable<Purchase['data']> }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const quantity = useQuantity();
  return (
    <Fact label={t('facts.data')}>
      {quantity(data.megabytes, 'MB')}
      {data.validUntil && <small>{t('facts.validUntil', { day: day(data.validUntil, language) })}</small>}
    </Fact>
  );
}

/** Free data that came with the purchase. */
function FreeData({ of }: { of: NonNullable<NonNullable<Purchase['data']>['free']> }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const quantity = useQuantity();
  return (
    <Fact label={t('facts.freeData')}>
      {quantity(of.megabytes, 'MB')}
      {of.validUntil && <small>{t('facts.validUntil', { day: day(of.validUntil, language) })}</small>}
    </Fact>
  );
}

/** Each bundle by its name, with its end. */
function Bundles({ of }: { of: NonNullable<Purchase['bundles']> }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  return of.map(({ id, name, validUntil, renews }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: one may be bought twice, and the order stays
    <Fact key={`${id}-${n}`} label={t('facts.bundle')}>
      {name}
      {validUntil && <small>{t('facts.validUntil', { day: day(validUntil, language) })}</small>}
      {renews && <small>{t('facts.renews')}</small>}
    </Fact>
  ));
}

function Paid({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const meansOf = useMeans();
  const { total, vat, payment, way } = purchase;
  if (total === 0) {
    return null;
  }
  return (
    <Fact label={t(way === 'invoice' ? 'facts.onBill' : 'facts.paid')}>
      <Money amount={total} />
      {payment?.brand && payment.last4 && (
        <small>{t('facts.paidWith', { means: meansOf(payment.brand, payment.last4) })}</small>
      )}
      {vat > 0 && (
        <small>
          {t('facts.vat')} <Money amount={vat} />
        </small>
      )}
    </Fact>
  );
}

/** The old plan, the new plan, and its end. */
function Plans({ of }: { of: NonNullable<Purchase['switch']> }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const { plan, fromPlan, until } = of;
  return (
    <>
      <Fact label={t('facts.plan')}>{plan}</Fact>
      {fromPlan !== plan && <Fact label={t('facts.fromPlan')}>{fromPlan}</Fact>}
      {until && <Fact label={t('facts.planUntil')}>{day(until, language)}</Fact>}
    </>
  );
}

/** The paid bill, and its unpaid part. */
function Bill({ of: { number, left } }: { of: NonNullable<Purchase['bill']> }) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <Fact label={t('facts.bill')}>
        <Ltr>{number}</Ltr>
      </Fact>
      {left !== undefined && (
        <Fact label={t('facts.left')}>
          <Money amount={left} />
        </Fact>
      )}
    </>
  );
}

/** The service, and its end. */
function Service({ of, way }: { of: NonNullable<Purchase['service']>; way: Purchase['way'] }) {
  const { name, until, renews } = of;
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const renewed = way === 'invoice' ? 'facts.billedRenewsOn' : 'facts.renewsOn';
  return (
    <Fact label={t('facts.service')}>
      {name}
      {until && <small>{t(renews ? renewed : 'facts.serviceUntil', { day: day(until, language) })}</small>}
    </Fact>
  );
}

/** The game, the end of its code, and the recipients of the code. */
function Game({ of: { name, code, email, mobile } }: { of: NonNullable<Purchase['game']> }) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <Fact label={t('facts.game')}>{name}</Fact>
      {code && (
        <Fact label={t('facts.code')}>
          <Ltr>{code}</Ltr>
        </Fact>
      )}
      <Fact label={t('facts.sentTo')}>
        <Ltr>{email}</Ltr>
        <small>
          <Ltr>{mobile}</Ltr>
        </small>
      </Fact>
    </>
  );
}

/** The bought product, its recipient and its price. */
export function Facts({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const {
    amount,
    bonus,
    data,
    switch: switched,
    balance,
    msisdn,
    number,
    kind,
    way,
    international,
    total,
    bill,
    service,
    game,
    bundles,
  } = purchase;
  const transfer = isTransfer(purchase);
  return (
    <FactRows>
      {international && <SentAbroad sent={international} total={total} />}
      {!international && <Amount label={t(transfer ? 'facts.transferred' : 'facts.added')} amount={amount} />}
      <Amount label={t('facts.bonus')} amount={bonus} />
      {data && <Data data={data} />}
      {data?.free && <FreeData of={data.free} />}
      {switched && <Plans of={switched} />}
      {bill && <Bill of={bill} />}
      {service && <Service of={service} way={way} />}
      {game && <Game of={game} />}
      {bundles && <Bundles of={bundles} />}
      {balance !== undefined && kind !== 'card' && kind !== 'invoice' && way !== 'invoice' && (
        <Fact label={t('facts.balance')}>
          <Money amount={balance} />
        </Fact>
      )}
      {kind !== 'card' && !international && !game && (
        <Fact label={t(transfer ? 'facts.to' : 'facts.for')}>
          <Msisdn value={msisdn} />
        </Fact>
      )}
      {kind !== 'card' && !transfer && <Paid purchase={purchase} />}
      <Fact label={t('facts.number')}>
        <Ltr>{number}</Ltr>
      </Fact>
    </FactRows>
  );
}

/** The money or data on its way back, and the number of the purchase. */
export function ReturnFacts({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const { amount, data, kind, number, total } = purchase;
  return (
    <FactRows>
      {isGift(purchase) && <Amount label={t('facts.amount')} amount={amount} />}
      {kind === 'data-transfer' && data && <Data data={data} />}
      {kind === 'international-transfer' && <Amount label={t('facts.fromBalance')} amount={total} />}
      {!isTransfer(purchase) && <Paid purchase={purchase} />}
      <Fact label={t('facts.number')}>
        <Ltr>{number}</Ltr>
      </Fact>
    </FactRows>
  );
}
