import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalDialog } from '@/components/modal-dialog';
import { serverNow } from '@/lib/http/server-clock';
import { useSite } from '@/lib/site/site';
import { isWithin } from '@/lib/site/time-window';
import { MenuLink } from '../frame/menu-link';
import { usePageRoute } from '../frame/use-page-route';
import { noteClosed, wasClosed } from './closed-popup';
import classes from './overlays.module.css';

/**
 * The server's popup, within its time window and until the customer closes it. It does not interrupt an
 * order.
 */
export function Popup() {
  const { t } = useTranslation();
  const popup = useSite()?.popupNotification;
  const route = usePageRoute();
  const [closed, setClosed] = useState<string>();
  const inTheWay = route?.key === 'order-sim' || route?.key === 'maintenance' || route?.layout === 'plain';
  if (!popup || inTheWay || !isWithin(popup, serverNow()) || closed === popup.id || wasClosed(popup.id)) {
    return null;
  }
  const close = () => {
    noteClosed(popup.id);
    setClosed(popup.id);
  };
  return (
    <ModalDialog title={popup.title} onClose={close}>
      <p>{popup.text}</p>
      <div className={classes.actions} onClickCapture={close}>
        <Button variant="default">{t('actions.close')}</Button>
        {popup.url && (
          <MenuLink className={classes.go} item={{ path: popup.url, title: popup.action ?? popup.title }} />
        )}
      </div>
    </ModalDialog>
  );
}
