import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListStoresAnswer } from '@/api/gen-shops';
import { EmptyState } from '@/components/empty-state';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Pagination } from '@/components/ui/pagination';
import { Chosen } from './chosen';
import { ShopCard } from './shop-card';
import classes from './shops.module.css';
import { activeFilters, type useWanted } from './use-wanted';

const ShopMap = lazy(() => import('./shop-map'));

interface Props {
  found: ListStoresAnswer;
  old: boolean;
  near: string | undefined;
  wanting: ReturnType<typeof useWanted>;
}

/** The reason for an empty list, and a way back to a list with stores. */
function Nothing({ found, wanting: { wanted, go, clear } }: Pick<Props, 'found' | 'wanting'>) {
  const { t } = useTranslation('shops');
  if (found.total > 0) {
    const first = <Button onClick={() => go({ page: 1 })}>{t('list.first')}</Button>;
    return <Notice action={first}>{t('list.beyond')}</Notice>;
  }
  if (activeFilters(wanted) === 0) {
    return <EmptyState text={t('list.empty')} />;
  }
  const all = (
    <Button variant="default" onClick={clear}>
      {t('filters.clear')}
    </Button>
  );
  return <EmptyState text={t('list.none')}>{all}</EmptyState>;
}

/** Special opening hours of today, so that no customer finds the store closed. */
function Today({ found: { ramadan, holiday } }: { found: ListStoresAnswer }) {
  const { t } = useTranslation('shops');
  return (
    <>
      {ramadan && <Notice>{t('hours.ramadanNow')}</Notice>}
      {holiday && <Notice tone="warning">{t('hours.holiday', { holiday })}</Notice>}
    </>
  );
}

/** A page of stores, and the map of all of them on request. */
export function Found({ found, old, near, wanting }: Props) {
  const { t } = useTranslation('shops');
  const { wanted, go } = wanting;
  const show = (store: string) => go({ view: 'map', store });
  return (
    <section className="stack" aria-label={t('list.title')} aria-busy={old}>
      <h2>{t('list.found', { count: found.total })}</h2>
      <p className="visually-hidden" role="status">
        {!old && t('list.found', { count: found.total })}
      </p>
      <Today found={found} />
      {wanted.view === 'map' && found.total > 0 && (
        <Suspense fallback={<Loading lines={1} height={320} />}>
          <ShopMap found={found} chosen={wanted.store} near={near} onChoose={show} />
        </Suspense>
      )}
      {wanted.view === 'map' && <Chosen id={wanted.store} near={near} ramadan={found.ramadan} />}
      {found.items.length === 0 && <Nothing found={found} wanting={wanting} />}
      <ul className={classes.list}>
        {found.items.map((store) => (
          <li key={store.id} className="card">
            <ShopCard store={store} ramadan={found.ramadan} onMap={() => show(store.id)} />
          </li>
        ))}
      </ul>
      <Pagination
        {...found}
        page={wanted.page}
        label={t('paging.label')}
        previous={t('paging.previous')}
        next={t('paging.next')}
        nameOf={(page, pages) => t('paging.of', { page, pages })}
        onPage={(page) => go({ page })}
      />
    </section>
  );
}
