import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { Tabs } from '@/components/parts/tabs';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { BillHistory } from './bills/bill-history';
import classes from './history.module.css';
import { MonthsOverview } from './recharges/months-overview';
import { RechargeList } from './recharges/recharge-list';
import { TransferList } from './transfers/transfer-list';
import { TransferMonths } from './transfers/transfer-months';

/** The tabs of the specification (section 2), with what stands on each. Bills are of postpaid lines. */
const panels = {
  recharge: (
    <>
      <MonthsOverview />
      <RechargeList />
    </>
  ),
  transfer: (
    <>
      <TransferMonths />
      <TransferList />
    </>
  ),
  bills: <BillHistory />,
};

/** Which tabs the line in use may open. */
function useTabs() {
  const session = useSession();
  const tabs = ['recharge', 'transfer'] as const;
  return isOpenTo(session, { slug: 'myBills', permission: 'bills' }) ? ([...tabs, 'bills'] as const) : tabs;
}

/** What was done with the line: what it got, and what it gave. Which tab is open stands in the address. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const [params, setParams] = useSearchParams();
  const tabs = useTabs();
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
        <div className={`stack ${classes.panel}`}>{panels[current]}</div>
      </Tabs>
    </>
  );
}
