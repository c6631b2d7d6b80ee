import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listTransfersOptions } from '@/api/gen-transfers/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Pagination } from '@/components/parts/pagination';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import classes from '../history.module.css';
import { useChoice } from '../use-choice';
import { TransferRow } from './transfer-row';
import { type TransferKind, useOpenTransfers } from './use-open-transfers';

type Choosing = ReturnType<typeof useChoice<TransferKind>>;

function useTransfers({ kind, page }: Pick<Choosing, 'kind' | 'page'>) {
  const call = useLineCall();
  return useQuery({
    ...listTransfersOptions({
      ...call,
      query: { ...(kind && { type: kind }), page, per_page: settingsNow()?.historyTransactionsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
}

function Empty() {
  const { t } = useTranslation('history');
  const path = usePath('transfer');
  return (
    <p className={classes.dimmed}>
      {t('transfers.empty')} {path && <Link to={path}>{t('transfers.transfer')}</Link>}
    </p>
  );
}

function Pages({ kind, page, choose }: Choosing) {
  const { t } = useTranslation('history');
  const { data, error, isPending, isPlaceholderData, refetch } = useTransfers({ kind, page });
  const found = data?.data;
  return (
    <>
      {isPending && <Loading lines={3} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {found?.items.length === 0 && <Empty />}
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {found?.items.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {found && (
        <Pagination
          {...found}
          page={page}
          label={t('paging.label')}
          previous={t('paging.previous')}
          next={t('paging.next')}
          nameOf={(of, pages) => t('paging.of', { page: of, pages })}
          onPage={(next) => choose({ kind, page: next })}
        />
      )}
    </>
  );
}

/** What the line sent and received, newest first, as far as it may see it. */
export function TransferList() {
  const { t } = useTranslation('history');
  const open = useOpenTransfers();
  const choice = useChoice(open);
  if (open.length === 0) {
    return <Notice>{t('transfers.closed')}</Notice>;
  }
  return (
    <section className="stack">
      <h2 className={classes.title}>{t('transfers.title')}</h2>
      {open.length > 1 && (
        <ChoiceChips
          legend={t('transfers.filter.label')}
          name="type"
          value={choice.kind ?? 'all'}
          choices={(['all', ...open] as const).map((value) => ({
            value,
            label: t(`transfers.filter.${value}`),
          }))}
          onChange={(value) => choice.choose({ kind: value === 'all' ? undefined : value, page: 1 })}
        />
      )}
      <Pages {...choice} />
    </section>
  );
}
