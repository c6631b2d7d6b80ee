import { useNetwork } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import classes from '../frame/layout.module.css';

/** Pages that were shown in this visit: their parts are here, and what they showed is still known. */
const shown = new Set<string>();

/** Keeps the page where another one cannot come for want of a connection; that one follows with the connection. */
function StayHere() {
  const { t } = useTranslation();
  const blocker = useBlocker(({ nextLocation }) => !shown.has(nextLocation.pathname));
  useEffect(() => {
    const goOn = () => blocker.state === 'blocked' && blocker.proceed();
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [blocker]);
  return <div className={classes.offline}>{t(blocker.state === 'blocked' ? 'offlineLater' : 'offline')}</div>;
}

/** Says so while the browser knows that it has no connection. */
export function OfflineBar() {
  const { online } = useNetwork();
  const { pathname } = useLocation();
  useEffect(() => {
    shown.add(pathname);
  }, [pathname]);
  return (
    <div role="status" className={classes.offlineBar}>
      {online === false && <StayHere />}
    </div>
  );
}
