import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stillCheckingAfterMs } from '@/lib/http/patience';
import { useChecking } from '@/lib/proofofwork/checking';
import classes from './overlays.module.css';

/** Elements that show a spinner or a skeleton: buttons of both kinds and loading content. */
const wheels = '[aria-busy="true"], [data-loading="true"]';
const lookEvery = 250;

/** Tells whether a spinner or skeleton has been visible for some time. */
function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    let turns = 0;
    const timer = setInterval(() => {
      turns = document.querySelector(wheels) ? turns + 1 : 0;
      setSlow(turns * lookEvery >= stillCheckingAfterMs);
    }, lookEvery);
    return () => clearInterval(timer);
  }, []);
  return slow;
}

/**
 * Tells the customer after a few seconds that the work continues, and at once if the browser has to prove
 * that the visitor is no robot. It covers all waits on a page; pages need no code for it.
 */
export function StillChecking() {
  const { t } = useTranslation('shell');
  const slow = useSlow();
  const checking = useChecking();
  return (
    <div role="status">
      {(checking || slow) && (
        <p className={classes.checking}>{t(checking ? 'silence.robotCheck' : 'silence.stillChecking')}</p>
      )}
    </div>
  );
}
