import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '@/components/ltr';
import { useCountdown } from '@/lib/http/use-countdown';
import { longClock } from '@/lib/text/format';
import classes from './deactivation.module.css';

/** The time in which the line can still be kept. */
export function TimeLeft({ until, onOver }: { until: string; onOver: () => unknown }) {
  const { t } = useTranslation('deactivation');
  const left = useCountdown(until);
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is over once
  useEffect(() => {
    if (over) {
      onOver();
    }
  }, [over]);
  return (
    <p role="timer" aria-label={t('underway.left')} className={classes.countdown}>
      <Ltr>{longClock(left)}</Ltr>
    </p>
  );
}
