import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getRechargeMeterOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { Loading } from '@/components/loading';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import classes from './meter.module.css';
import { MeterProgress } from './meter-progress';

/** The meter next to the recharge, which works without it. */
export function SmallMeter() {
  const { t } = useTranslation('recharge');
  const path = usePath('recharge-meter');
  const { data, isPending } = useQuery(getRechargeMeterOptions(useLineCall()));
  if (!data) {
    return isPending && <Loading lines={1} height={184} />;
  }
  return (
    <section className="card">
      <h2 className="heading">{t('meter.title')}</h2>
      <MeterProgress meter={data.data} />
      {path && (
        <Link className={classes.more} to={path}>
          {t('meter.more')}
        </Link>
      )}
    </section>
  );
}
