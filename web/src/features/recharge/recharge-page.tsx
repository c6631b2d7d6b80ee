import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { RechargeOptions } from '@/api/gen-purchases';
import { getRechargeOptionsOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { LineHeading } from '@/components/line/line-heading';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { SmallMeter } from './meter/small-meter';
import classes from './recharge.module.css';
import { RechargeFlow } from './recharge-flow';
import { kindOf, tabsOf } from './recharge-tabs';

/** The address contains the open tab. */
function Choices({ options }: { options: RechargeOptions }) {
  const { t } = useTranslation('recharge');
  const [params, setParams] = useSearchParams();
  const tabs = tabsOf(options);
  const current = tabs.find((tab) => tab === params.get('tab')) ?? tabs[0];
  if (!current) {
    return <Notice>{t('none')}</Notice>;
  }
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
      current={current}
      onChange={(tab) => setParams({ tab }, { replace: true })}
    >
      <div className={classes.panel}>
        <RechargeFlow key={current} options={options} kind={kindOf(current)} />
      </div>
    </Tabs>
  );
}

function MyCards() {
  const { t } = useTranslation('recharge');
  const path = usePath('cards');
  return path && <Link to={path}>{t('cards')}</Link>;
}

/** Balance, data or a voucher, for the chosen line or a friend's. */
export function RechargePage() {
  const { t } = useTranslation('recharge');
  const { selected } = useSession();
  const { data, error, isPending, refetch } = useQuery(getRechargeOptionsOptions(useLineCall()));
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      <div className="stack">
        {isPending && <Loading lines={4} height={140} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && <Choices key={selected?.subscription_id} options={data.data} />}
        {data?.data.kinds.includes('recharge') && <SmallMeter />}
        {!isPending && (
          <p>
            <MyCards />
          </p>
        )}
      </div>
    </>
  );
}
