import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RechargeMeter } from '@/api/gen-purchases';
import { getRechargeMeterOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './meter.module.css';
import { MeterProgress } from './meter-progress';

function Bonuses({ bonuses }: Pick<RechargeMeter, 'bonuses'>) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  return (
    <section className="card">
      <h2 className="heading">{t('meter.bonuses')}</h2>
      {bonuses.length === 0 ? (
        <p className={classes.none}>{t('meter.none')}</p>
      ) : (
        <Stack component="ul" gap="xs" className={classes.bonuses}>
          {bonuses.map(({ amount, at }) => (
            <li key={at}>
              <time dateTime={at}>{day(at, language)}</time>
              <Money amount={amount} />
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}

function Meter({ meter }: { meter: RechargeMeter }) {
  const { t } = useTranslation('recharge');
  const path = usePath('recharge');
  return (
    <>
      <section className="card">
        <MeterProgress meter={meter} />
        {!meter.planPercent && (
          <Stack component="dl" gap="sm" mt="lg" className={classes.facts}>
            <div>
              <dt>{t('meter.collected')}</dt>
              <dd>
                <Money amount={meter.collected} />
              </dd>
            </div>
            <div>
              <dt>{t('meter.expected')}</dt>
              <dd>
                <Money amount={meter.expected} />
              </dd>
            </div>
          </Stack>
        )}
      </section>
      <Bonuses bonuses={meter.bonuses} />
      {path && (
        <Button component={Link} to={path} size="lg" className="primary-action">
          {t('meter.recharge')}
        </Button>
      )}
    </>
  );
}

/** The progress to the line's next bonus, and the bonuses so far. */
export function RechargeMeterPage() {
  const { t } = useTranslation('recharge');
  const { data, error, isPending, refetch } = useQuery(getRechargeMeterOptions(useLineCall()));
  const meter = data?.data;
  const lead = meter && !meter.planPercent;
  return (
    <>
      <PageHeading
        takesFocus
        title={t('meter.title')}
        lead={
          isPending
            ? '\u00a0'
            : lead && t('meter.lead', { needed: meter.needed, percent: meter.sharePercent })
        }
      />
      <div className="stack">
        {isPending && <Loading lines={3} height={190} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {meter && <Meter meter={meter} />}
      </div>
    </>
  );
}
