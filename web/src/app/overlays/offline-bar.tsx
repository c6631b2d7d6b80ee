import { useNetwork } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import classes from '../frame/layout.module.css';

/** Says so while the browser knows that it has no connection. */
export function OfflineBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status" className={classes.offlineBar}>
      {online === false && <div className={classes.offline}>{t('offline')}</div>}
    </div>
  );
}
