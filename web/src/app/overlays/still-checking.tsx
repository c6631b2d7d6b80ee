import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stillCheckingAfterMs } from '@/lib/http/patience';
import { useChecking } from '@/lib/proofofwork/checking';
import classes from './overlays.module.css';

/** What turns a wheel: buttons of either kind, and the shape of what is coming. */
const wheels = '[aria-busy="true"], [data-loading="true"]';
const lookEvery = 250;

/** Whether something on the page has been turning for a while. */
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
 * The notice of any wait on this page: after a few seconds it says that the work goes on, and at once if the browser has to
 * show that it is no robot. Pages need no code for it.
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
