import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { BillHistory } from './bills/bill-history';
import classes from './history.module.css';
import { MonthsOverview } from './recharges/months-overview';
import { RechargeList } from './recharges/recharge-list';
import { TransferList } from './transfers/transfer-list';
import { TransferMonths } from './transfers/transfer-months';
import { useSeesUsage } from './usage/kinds';
import { UsagePanel } from './usage/usage-panel';

/** The tabs of the specification (section 2) with their content. Only postpaid lines have bills. */
const panels = {
  consumption: <UsagePanel />,
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

/**
 * Returns the tabs that the chosen line may open. A line without access to its usage begins with its
 * recharges.
 */
function useTabs() {
  const session = useSession();
  const consumes = useSeesUsage();
  const pays = isOpenTo(session, { slug: 'myBills', permission: 'bills' });
  const tabs: (keyof typeof panels)[] = ['consumption', 'recharge', 'transfer', 'bills'];
  return tabs.filter((tab) => (tab !== 'consumption' || consumes) && (tab !== 'bills' || pays));
}

/** The history of the line: its usage, its recharges and its transfers. The address contains the open tab. */
export function HistoryPage() {
  const { t } = useTranslation('usage');
  const [params, setParams] = useSearchParams();
  const tabs = useTabs();
  const current = tabs.find((tab) => tab === params.get('tab')) ?? tabs[0] ?? 'recharge';
  return (
    <>
      <PageHeading takesFocus title={t('title')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab }, { replace: true })}
      >
        <div className={`stack ${classes.panel}`}>{panels[current]}</div>
      </Tabs>
    </>
  );
}
