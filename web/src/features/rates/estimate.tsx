import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { estimateRoamingOptions } from '@/api/gen-rates/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { useLineCall } from '@/lib/session/use-line-call';
import classes from './rates.module.css';
import { RoamingBundles } from './roaming-bundles';

export interface Stay {
  country: string;
  days: number;
  home: number;
  taken: number;
  megabytes: number;
}

/** The price of a stay with each operator there, as the server computes it. */
export function Estimate({ country, ...query }: Stay) {
  const { t } = useTranslation('rates');
  const line = useLineCall();
  const { data, error, isPending, refetch } = useQuery(
    estimateRoamingOptions({ ...line, path: { country }, query }),
  );
  return (
    <div className="stack" aria-live="polite">
      {isPending && <Loading lines={2} height={96} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data && (
        <div className="card">
          <RoamingBundles title={t('planner.bundles')} bundles={data.data.bundles} />
          {data.data.bundles.length === 0 && <p className="dimmed">{t('planner.noBundle')}</p>}
        </div>
      )}
      {data?.data.operators.map(({ id, name, calls, data: ofData, total }) => (
        <section key={id} className="card">
          <p className={classes.operator}>
            <bdi>{name}</bdi>
          </p>
          <FactRows>
            <Fact label={t('planner.calls')}>
              <Money amount={calls} />
            </Fact>
            <Fact label={t('planner.data')}>
              <Money amount={ofData} />
            </Fact>
            <Fact label={t('planner.total')}>
              <strong>
                <Money amount={total} />
              </strong>
            </Fact>
          </FactRows>
        </section>
      ))}
    </div>
  );
}
