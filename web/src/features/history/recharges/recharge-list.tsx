import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listRechargesOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
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
import { RechargeRow } from './recharge-row';
import { type RechargeKind, useOpenKinds } from './use-open-kinds';

type Choosing = ReturnType<typeof useChoice<RechargeKind>>;

function useRecharges({ kind, page }: Pick<Choosing, 'kind' | 'page'>) {
  const call = useLineCall();
  return useQuery({
    ...listRechargesOptions({
      ...call,
      query: { ...(kind && { type: kind }), page, per_page: settingsNow()?.historyTransactionsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
}

function Empty() {
  const { t } = useTranslation('history');
  const path = usePath('recharge');
  return (
    <p className={classes.dimmed}>
      {t('list.empty')} {path && <Link to={path}>{t('list.recharge')}</Link>}
    </p>
  );
}

function Pages({ kind, page, choose }: Choosing) {
  const { t } = useTranslation('history');
  const { data, error, isPending, isPlaceholderData, refetch } = useRecharges({ kind, page });
  const found = data?.data;
  return (
    <>
      {isPending && <Loading lines={3} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {found?.items.length === 0 && <Empty />}
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {found?.items.map((recharge) => (
          <RechargeRow key={`${recharge.number} ${recharge.at}`} recharge={recharge} />
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

/** The recharges of the line, newest first, as far as it may see them. */
export function RechargeList() {
  const { t } = useTranslation('history');
  const open = useOpenKinds();
  const choice = useChoice(open);
  if (open.length === 0) {
    return <Notice>{t('list.closed')}</Notice>;
  }
  return (
    <section className="stack">
      <h2 className={classes.title}>{t('list.title')}</h2>
      {open.length > 1 && (
        <ChoiceChips
          legend={t('filter.label')}
          name="type"
          value={choice.kind ?? 'all'}
          choices={(['all', ...open] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={(value) => choice.choose({ kind: value === 'all' ? undefined : value, page: 1 })}
        />
      )}
      <Pages {...choice} />
    </section>
  );
}
