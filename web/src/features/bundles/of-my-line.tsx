import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BestBundle, ScheduledBundles } from '@/api/gen-bundles';
import { ErrorNotice } from '@/components/error-notice';
import { Money } from '@/components/money';
import { RenewalChoice } from '@/components/renewal/renewal-choice';
import { useRenewals } from '@/components/renewal/use-renewals';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { BundleCard } from './bundle-card';
import classes from './bundles.module.css';
import { useLineBundles } from './use-line-bundles';

/** The best bundle for the line, with the three figures behind it. */
function Best({ best: { bundle, covers, used } }: { best: BestBundle }) {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  return (
    <section className={classes.mine} aria-labelledby="best">
      <h2 id="best">{t('mine.best')}</h2>
      <p className={classes.hint}>{t('mine.used', { count: used.days })}</p>
      <ul className={classes.figures}>
        <li>{quantity(used.data, 'MB')}</li>
        <li>{quantity(used.minutes, 'minute')}</li>
        <li>{quantity(used.sms, 'sms')}</li>
      </ul>
      <ul className={classes.cards}>
        <BundleCard bundle={bundle}>
          <p className={classes.hint}>
            {covers === 100 ? t('find.all') : t('find.covers', { percent: covers })}
          </p>
        </BundleCard>
      </ul>
    </section>
  );
}

function Waiting({ scheduled }: { scheduled: ScheduledBundles[] }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const purchase = usePath('purchase') ?? '';
  return (
    <section className={classes.mine} aria-labelledby="waiting">
      <h2 id="waiting">{t('mine.waiting')}</h2>
      <ul className={classes.terms}>
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
    <section className={classes.mine} aria-labelledby="renewing">
      <h2 id="renewing">{t('heading')}</h2>
      <ul className={classes.cards}>
        {bundles.map((renewal) => (
          <li key={renewal.id} className="card stack">
            <h3 className={classes.name}>{renewal.name}</h3>
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
