import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Purchase } from '@/api/gen-vas';
import { listGamePurchasesOptions } from '@/api/gen-vas/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { Pagination } from '@/components/ui/pagination';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './games.module.css';

function Bought({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('games');
  const language = useLanguage();
  const path = usePath('purchase');
  const { id, game, total, createdAt, number } = purchase;
  return (
    <li className="card stack">
      <h2 className={classes.name}>
        <bdi>{game?.name}</bdi>
      </h2>
      <FactRows>
        <Fact label={t('mine.on')}>{day(createdAt, language)}</Fact>
        <Fact label={t('mine.paid')}>
          <Money amount={total} />
        </Fact>
        {game?.code && (
          <Fact label={t('mine.code')}>
            <Ltr>{game.code}</Ltr>
          </Fact>
        )}
      </FactRows>
      <Link to={`${path}/${id}`}>{t('mine.open', { number })}</Link>
    </li>
  );
}

/** The bought codes, the newest first. Only the messages contain the codes. */
export function Mine() {
  const { t } = useTranslation('games');
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const call = useLineCall();
  const { data, error, isPending, refetch } = useQuery(
    listGamePurchasesOptions({ ...call, query: { page } }),
  );
  const found = data?.data;
  return (
    <div className="stack">
      {isPending && <Loading lines={3} height={150} />}
      {!found && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {found?.items.length === 0 && <EmptyState text={t('mine.none')} />}
      {found && found.items.length > 0 && (
        <>
          <p className="dimmed">{t('mine.masked')}</p>
          <ul className="plain-list">
            {found.items.map((purchase) => (
              <Bought key={purchase.id} purchase={purchase} />
            ))}
          </ul>
        </>
      )}
      {found && (
        <Pagination
          label={t('pages.label')}
          page={found.page}
          per_page={found.per_page}
          total={found.total}
          previous={t('pages.previous')}
          next={t('pages.next')}
          nameOf={(each, pages) => t('pages.of', { page: each, pages })}
          onPage={(next) => setParams({ tab: 'mine', page: String(next) })}
        />
      )}
    </div>
  );
}
