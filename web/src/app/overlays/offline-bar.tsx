import { useNetwork } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import classes from '../frame/layout.module.css';

/** Pages already shown in this visit: their code is loaded and their data is still known. */
const shown = new Set<string>();

/**
 * The address of an order's page contains the order's id. These pages ask about the held number first, and a
 * router supports only one blocker.
 */
const ofOrder = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/;

function Says({ what }: { what: 'offline' | 'offlineLater' }) {
  const { t } = useTranslation();
  return <div className={classes.offline}>{t(what)}</div>;
}

/**
 * Stays on the page if the next page cannot load without a connection; opens the next page when the
 * connection returns.
 */
function StayHere() {
  const blocker = useBlocker(({ nextLocation }) => !shown.has(nextLocation.pathname));
  useEffect(() => {
    const goOn = () => blocker.state === 'blocked' && blocker.proceed();
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [blocker]);
  return <Says what={blocker.state === 'blocked' ? 'offlineLater' : 'offline'} />;
}

/** Shows that the browser has no connection. */
export function OfflineBar() {
  const { online } = useNetwork();
  const { pathname } = useLocation();
  useEffect(() => {
    shown.add(pathname);
  }, [pathname]);
  return (
    <div role="status" className={classes.offlineBar}>
      {online === false && (ofOrder.test(pathname) ? <Says what="offline" /> : <StayHere />)}
    </div>
  );
}
