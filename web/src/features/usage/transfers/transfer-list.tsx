import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listTransfersOptions } from '@/api/gen-transfers/@tanstack/react-query.gen';
import { Notice } from '@/components/notice';
import { useLineCall } from '@/lib/session/use-line-call';
import { useOpenPath } from '@/lib/session/use-open-path';
import { settingsNow } from '@/lib/site/site';
import { HistoryList } from '../history-list';
import { useChoice } from '../use-choice';
import { TransferRow } from './transfer-row';
import { type TransferKind, useOpenTransfers } from './use-open-transfers';

function Transfers({ open }: { open: readonly TransferKind[] }) {
  const { t } = useTranslation('usage');
  const path = useOpenPath('transfer');
  const choice = useChoice(open);
  const { kind, page } = choice;
  const per_page = settingsNow()?.historyTransactionsPerPage;
  const asked = useQuery({
    ...listTransfersOptions({ ...useLineCall(), query: { ...(kind && { type: kind }), page, per_page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <HistoryList
      title={t('transfers.title')}
      filter={t('transfers.filter.label')}
      names={{
        all: t('transfers.filter.all'),
        credit: t('transfers.filter.credit'),
        data: t('transfers.filter.data'),
      }}
      open={open}
      choice={choice}
      asked={asked}
      empty={
        <>
          {t('transfers.empty')} {path && <Link to={path}>{t('transfers.transfer')}</Link>}
        </>
      }
      row={(transfer) => <TransferRow key={transfer.id} transfer={transfer} />}
    />
  );
}

/** The sent and received transfers that the line may see, the newest first. */
export function TransferList() {
  const { t } = useTranslation('usage');
  const open = useOpenTransfers();
  return open.length === 0 ? <Notice>{t('transfers.closed')}</Notice> : <Transfers open={open} />;
}
