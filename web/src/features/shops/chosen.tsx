import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { ShopCard } from './shop-card';
import classes from './shops.module.css';
import { useStore } from './use-shops';

interface Props {
  id: string;
  near: string | undefined;
  ramadan: boolean;
}

/** The store that was chosen on the map or by its address; it receives the focus. */
export function Chosen({ id, near, ramadan }: Props) {
  const { t } = useTranslation('shops');
  const { data, error, isLoading, refetch } = useStore(id, near);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id && navigator.userActivation?.hasBeenActive) {
      place.current?.focus();
    }
  }, [id]);
  if (!id) {
    return null;
  }
  return (
    <section ref={place} tabIndex={-1} className={`card ${classes.chosen}`} aria-label={t('store.chosen')}>
      {isLoading && <Loading lines={1} height={120} />}
      {statusOf(error) === 404 && <Notice tone="warning">{t('store.gone')}</Notice>}
      {statusOf(error) !== 404 && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data && <ShopCard store={data.data} ramadan={ramadan} />}
    </section>
  );
}
