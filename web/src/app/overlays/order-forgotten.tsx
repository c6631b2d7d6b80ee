import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { Notice } from '@/components/notice';
import { orderForgotten } from '@/features/order/model/order-forgotten';
import { ordersKey } from '@/features/order/model/orders-key';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './overlays.module.css';

/** Leaves the pages of an order that another tab has removed. */
function useFollowing(): void {
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const follow = useEffectEvent(async (event: StorageEvent) => {
    // Few visitors need this code.
    const { clearAnswers, forgottenElsewhere } = await import('@/features/order/model/forget-order');
    for (const id of forgottenElsewhere(event)) {
      if (pathname.includes(id)) {
        await navigate(`/${language}/`, { replace: true, state: orderForgotten });
      }
      await clearAnswers(id);
    }
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => event.key === ordersKey && void follow(event);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);
}

/** Says that another tab has removed the order, and how to find the order again. */
export function OrderForgotten() {
  const { t } = useTranslation('shell');
  const findOrder = usePath('find-order');
  useFollowing();
  if (useLocation().state !== orderForgotten) {
    return null;
  }
  const find = findOrder && <Link to={findOrder}>{t('forgotten.find')}</Link>;
  return (
    <div className={`container ${classes.ahead}`}>
      <Notice tone="positive" title={t('forgotten.title')} action={find}>
        {t('forgotten.text')}
      </Notice>
    </div>
  );
}
