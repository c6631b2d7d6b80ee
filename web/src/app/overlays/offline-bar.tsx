import { useNetwork } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import classes from '../frame/layout.module.css';

/** Pages that were shown in this visit: their parts are here, and what they showed is still known. */
const shown = new Set<string>();

/** Pages of an order have its id in the address: there the question about the held number comes first, and a router asks one blocker. */
const ofOrder = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/;

function Says({ what }: { what: 'offline' | 'offlineLater' }) {
  const { t } = useTranslation();
  return <div className={classes.offline}>{t(what)}</div>;
}

/** Keeps the page where another one cannot come for want of a connection; that one follows with the connection. */
function StayHere() {
  const blocker = useBlocker(({ nextLocation }) => !shown.has(nextLocation.pathname));
  useEffect(() => {
    const goOn = () => blocker.state === 'blocked' && blocker.proceed();
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [blocker]);
  return <Says what={blocker.state === 'blocked' ? 'offlineLater' : 'offline'} />;
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
      {online === false && (ofOrder.test(pathname) ? <Says what="offline" /> : <StayHere />)}
    </div>
  );
}
