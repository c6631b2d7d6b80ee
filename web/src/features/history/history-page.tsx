import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/components/page-heading';
import { MonthsOverview } from './months-overview';
import { RechargeList } from './recharge-list';

/** What was done with the line: for now its recharges. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('recharge')} />
      <div className="stack">
        <MonthsOverview />
        <RechargeList />
      </div>
    </>
  );
}
