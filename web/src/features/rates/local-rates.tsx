import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Plan } from '@/api/gen-plans';
import { getPlanOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { RateList } from '@/components/plan/rate-list';
import { useLanguage } from '@/lib/text/use-language';
import classes from './rates.module.css';

/** The server's maximum for a list. */
const most = 50;

function OfPlan({ planId }: { planId: string }) {
  const headers = { 'accept-language': useLanguage() };
  const { data, error, isPending, refetch } = useQuery(getPlanOptions({ path: { planId }, headers }));
  return (
    <div aria-live="polite">
      {isPending && <Loading lines={3} height={32} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data && <RateList rates={data.data.rates} />}
    </div>
  );
}

function Chosen({ plans: [first, ...others] }: { plans: [Plan, ...Plan[]] }) {
  const { t } = useTranslation('rates');
  const [planId, setPlanId] = useState(first.id);
  return (
    <div className="stack card">
      <NativeSelect
        size="md"
        label={t('local.plan')}
        value={planId}
        data={[first, ...others].map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setPlanId(event.currentTarget.value)}
      />
      <OfPlan planId={planId} />
    </div>
  );
}

/**
 * The prices of calls, messages and data within the Kingdom beyond a plan: the rates of each plan on sale.
 */
export function LocalRates() {
  const { t } = useTranslation('rates');
  const headers = { 'accept-language': useLanguage() };
  const { data, error, isPending, refetch } = useQuery(
    listPlansOptions({ query: { per_page: most }, headers }),
  );
  const [first, ...others] = data?.items ?? [];
  return (
    <section className="stack" aria-labelledby="local">
      <h2 id="local" className={classes.name}>
        {t('local.title')}
      </h2>
      {isPending && <Loading lines={3} height={48} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data && !first && <Notice>{t('empty')}</Notice>}
      {first && <Chosen plans={[first, ...others]} />}
    </section>
  );
}
