import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { Tabs } from '@/components/parts/tabs';
import classes from './history.module.css';
import { MonthsOverview } from './recharges/months-overview';
import { RechargeList } from './recharges/recharge-list';
import { TransferList } from './transfers/transfer-list';
import { TransferMonths } from './transfers/transfer-months';

/** The tabs of the specification (section 2). */
const tabs = ['recharge', 'transfer'] as const;

/** What was done with the line: what it got, and what it gave. Which tab is open stands in the address. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const [params, setParams] = useSearchParams();
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'recharge';
  return (
    <>
      <PageHeading takesFocus title={t('title')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams(tab === 'recharge' ? {} : { tab }, { replace: true })}
      >
        <div className={`stack ${classes.panel}`}>
          {current === 'recharge' ? (
            <>
              <MonthsOverview />
              <RechargeList />
            </>
          ) : (
            <>
              <TransferMonths />
              <TransferList />
            </>
          )}
        </div>
      </Tabs>
    </>
  );
}
