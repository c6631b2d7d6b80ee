import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { listOrdersOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { NoOrders } from './no-orders';
import { OrderRow } from './order-row';
import classes from './orders.module.css';

const pageOf = (params: URLSearchParams) => Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);

interface PagesProps {
  page: number;
  hasMore: boolean;
  onTurn: (page: number) => void;
}

function Pages({ page, hasMore, onTurn }: PagesProps) {
  const { t } = useTranslation('find-order');
  if (page === 1 && !hasMore) {
    return null;
  }
  return (
    <nav className={classes.pages} aria-label={t('mine.title')}>
      <Button variant="default" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('mine.newer')}
      </Button>
      <span role="status">{t('mine.page', { page })}</span>
      <Button variant="default" disabled={!hasMore} onClick={() => onTurn(page + 1)}>
        {t('mine.older')}
      </Button>
    </nav>
  );
}

/** The customer's orders as the server lists them. */
export function AccountOrders() {
  const language = useLanguage();
  const [params, setParams] = useSearchParams();
  const page = pageOf(params);
  const { data, error, isPending, refetch } = useQuery({
    ...listOrdersOptions({ headers: { 'accept-language': language }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  if (isPending) {
    return <Loading lines={3} height={96} />;
  }
  const failure = <ErrorNotice error={error} onRetry={() => refetch()} />;
  if (!data) {
    return failure;
  }
  if (data.items.length === 0 && page === 1) {
    return error ? failure : <NoOrders />;
  }
  return (
    <>
      {failure}
      <ul className="plain-list">
        {data.items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      <Pages page={page} hasMore={data.hasMore} onTurn={(next) => setParams({ page: String(next) })} />
    </>
  );
}
