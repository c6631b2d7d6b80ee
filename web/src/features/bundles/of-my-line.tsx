import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BestBundle, ScheduledBundles } from '@/api/gen-bundles';
import { ErrorNotice } from '@/components/error-notice';
import { Money } from '@/components/money';
import { RenewalChoice } from '@/components/renewal/renewal-choice';
import { useRenewals } from '@/components/renewal/use-renewals';
import { SaleList } from '@/components/sale/sale-card';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { BundleCard } from './bundle-card';
import classes from './bundles.module.css';
import { useLineBundles } from './use-line-bundles';

/** The best bundle for the line, with the usage behind it. */
function Best({ best: { bundle, covers, used } }: { best: BestBundle }) {
  const { t, i18n } = useTranslation(['bundles', 'sale']);
  const quantity = useQuantity();
  const figures = (
    [
      [used.data, 'MB'],
      [used.minutes, 'minute'],
      [used.sms, 'sms'],
    ] as const
  ).flatMap(([amount, unit]) => (amount > 0 ? [quantity(amount, unit)] : []));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(figures);
  return (
    <section className={`stack ${classes.mine}`} aria-label={t('sale:best.title')}>
      <SaleList>
        <BundleCard bundle={bundle} reason={t('sale:best.used', { used: list, count: used.days })}>
          <p>{covers === 100 ? t('find.all') : t('find.covers', { percent: covers })}</p>
        </BundleCard>
      </SaleList>
    </section>
  );
}

function Waiting({ scheduled }: { scheduled: ScheduledBundles[] }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const purchase = usePath('purchase') ?? '';
  return (
    <section className={`stack ${classes.mine}`} aria-labelledby="waiting">
      <h2 id="waiting">{t('mine.waiting')}</h2>
      <ul className="bullets dimmed">
        {scheduled.map(({ purchaseId, name, effectiveAt }) => (
          <li key={purchaseId}>
            <Link to={`${purchase}/${purchaseId}`}>{name}</Link>{' '}
            {t('mine.begins', { day: day(effectiveAt, language) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The renewals from the balance, with a way to turn them off. */
function Renewing() {
  const { t } = useTranslation('renewal');
  const { data, error, refetch } = useRenewals();
  const bundles = data?.data.filter(({ kind }) => kind === 'bundle') ?? [];
  if (error && !data) {
    return <ErrorNotice error={error} onRetry={() => refetch()} />;
  }
  if (bundles.length === 0) {
    return null;
  }
  return (
    <section className={`stack ${classes.mine}`} aria-labelledby="renewing">
      <h2 id="renewing">{t('heading')}</h2>
      <ul className={classes.cards}>
        {bundles.map((renewal) => (
          <li key={renewal.id} className="card stack">
            <h3>{renewal.name}</h3>
            <p className={classes.hint}>
              <Money amount={renewal.price} /> {t('price')}
            </p>
            <RenewalChoice renewal={renewal} onDone={refetch} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Content for the chosen line: future bundles, renewals and, in the whole catalogue, a suggestion. */
export function OfMyLine({ suggests }: { suggests: boolean }) {
  const mine = useLineBundles();
  return (
    <>
      {mine && mine.scheduled.length > 0 && <Waiting scheduled={mine.scheduled} />}
      <Renewing />
      {suggests && mine?.best && <Best best={mine.best} />}
    </>
  );
}
