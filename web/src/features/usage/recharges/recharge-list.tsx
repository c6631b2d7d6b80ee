import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listRechargesOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { Notice } from '@/components/notice';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { HistoryList } from '../history-list';
import { useChoice } from '../use-choice';
import { RechargeRow } from './recharge-row';
import { type RechargeKind, useOpenKinds } from './use-open-kinds';

function Recharges({ open }: { open: readonly RechargeKind[] }) {
  const { t } = useTranslation('usage');
  const path = usePath('recharge');
  const choice = useChoice(open);
  const { kind, page } = choice;
  const per_page = settingsNow()?.historyTransactionsPerPage;
  const asked = useQuery({
    ...listRechargesOptions({ ...useLineCall(), query: { ...(kind && { type: kind }), page, per_page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <HistoryList
      title={t('list.title')}
      filter={t('filter.label')}
      names={{ all: t('filter.all'), balance: t('filter.balance'), data: t('filter.data') }}
      open={open}
      choice={choice}
      asked={asked}
      empty={
        <>
          {t('list.empty')} {path && <Link to={path}>{t('list.recharge')}</Link>}
        </>
      }
      row={(recharge) => <RechargeRow key={`${recharge.number} ${recharge.at}`} recharge={recharge} />}
    />
  );
}

/** The recharges that the line may see, the newest first. */
export function RechargeList() {
  const { t } = useTranslation('usage');
  const open = useOpenKinds();
  return open.length === 0 ? <Notice>{t('list.closed')}</Notice> : <Recharges open={open} />;
}
