import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Purchase } from '@/api/gen-support';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import { Part } from './part';

/** Names the bought things as the customer sees them. */
function Things({ of }: { of: Purchase }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { data, switch: change, bill, bundles, international, service, game, promo } = of;
  const named = [service?.name, game?.name, ...(bundles ?? []).map(({ name }) => name)].filter(Boolean);
  return (
    <>
      {named.length > 0 && <Fact label={t('bought.what')}>{named.join(t('case.comma'))}</Fact>}
      {data && <Fact label={t('bought.data')}>{t('bought.megabytes', { amount: data.megabytes })}</Fact>}
      {change && (
        <Fact label={t('bought.plan')}>
          {change.fromPlan} → {change.plan}
        </Fact>
      )}
      {bill && (
        <Fact label={t('bought.bill')}>
          <Link to={casePath(language, { kind: 'bill', id: bill.invoiceId })}>
            <Ltr>{bill.number}</Ltr>
          </Link>
        </Fact>
      )}
      {international && (
        <Fact label={t('bought.abroad')}>
          <Ltr>{international.to_mobile}</Ltr> {international.operator}, {international.country}
        </Fact>
      )}
      {promo && (
        <Fact label={t('bought.promo')}>
          <Ltr>{promo.code}</Ltr> <Money amount={promo.discount} />
        </Fact>
      )}
    </>
  );
}

/** A purchase: its number, its price and its payment. */
export function Bought({ of }: { of: Purchase }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { msisdn, forFriend, total, vat, way, amount, bonus, createdAt, completedAt, refundedAt } = of;
  const times = [
    [t('bought.asked'), createdAt],
    [t('bought.given'), completedAt],
    [t('bought.effective'), of.effectiveAt],
    [t('bought.refunded'), refundedAt],
  ] as const;
  return (
    <Part title={t('bought.title')} empty={false}>
      <FactRows>
        <Things of={of} />
        <Fact label={t(forFriend ? 'bought.forFriend' : 'bought.forNumber')}>
          <Ltr>{msisdn}</Ltr>
        </Fact>
        <Fact label={t('bought.paid')}>
          <Money amount={total} />
          <small>{t(`bought.way.${way}`)}</small>
        </Fact>
        <Fact label={t('bill.vat')}>
          <Money amount={vat} />
        </Fact>
        {amount > 0 && (
          <Fact label={t('bought.balance')}>
            <Money amount={amount} />
          </Fact>
        )}
        {bonus !== undefined && bonus > 0 && (
          <Fact label={t('bought.bonus')}>
            <Money amount={bonus} />
          </Fact>
        )}
        {times.map(
          ([label, at]) =>
            at && (
              <Fact key={label} label={label}>
                <time dateTime={at}>{dayAndTime(at, language)}</time>
              </Fact>
            ),
        )}
      </FactRows>
    </Part>
  );
}
