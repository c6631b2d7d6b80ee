import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import rows from '@/components/rows.module.css';
import { Pagination } from '@/components/ui/pagination';
import classes from './history.module.css';
import type { useChoice } from './use-choice';

interface Page<Item> {
  items: Item[];
  page: number;
  per_page: number;
  total: number;
}

interface Props<Item, Kind extends string> {
  title: string;
  filter: string;
  /** The names of the visible kinds, and of all together. */
  names: Record<'all' | Kind, string>;
  open: readonly Kind[];
  choice: ReturnType<typeof useChoice<Kind>>;
  asked: UseQueryResult<{ data: Page<Item> }, unknown>;
  /** Shown for an empty list. */
  empty: ReactNode;
  row: (item: Item) => ReactNode;
}

/** A page of a history, the newest first, with a choice of kinds if there are several. */
export function HistoryList<Item, Kind extends string>(props: Props<Item, Kind>) {
  const { title, filter, names, open, choice, asked, empty, row } = props;
  const { t } = useTranslation('usage');
  const found = asked.data?.data;
  const all: readonly ('all' | Kind)[] = ['all', ...open];
  return (
    <section className="stack">
      <h2 className={classes.title}>{title}</h2>
      {open.length > 1 && (
        <ChoiceChips
          legend={filter}
          name="type"
          value={choice.kind ?? 'all'}
          choices={all.map((value) => ({ value, label: names[value] }))}
          onChange={(value) => choice.choose({ kind: open.find((kind) => kind === value), page: 1 })}
        />
      )}
      {asked.isPending && <Loading lines={6} />}
      <ErrorNotice error={asked.error} onRetry={() => asked.refetch()} />
      {found?.items.length === 0 && <EmptyState text={empty} />}
      <ul className={`stack near ${rows.list}`} aria-busy={asked.isPlaceholderData}>
        {found?.items.map(row)}
      </ul>
      {found && (
        <Pagination
          {...found}
          page={choice.page}
          label={t('paging.label')}
          previous={t('paging.previous')}
          next={t('paging.next')}
          nameOf={(of, pages) => t('paging.of', { page: of, pages })}
          onPage={(page) => choice.choose({ kind: choice.kind, page })}
        />
      )}
    </section>
  );
}
