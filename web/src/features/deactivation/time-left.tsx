import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '@/components/ltr';
import { useCountdown } from '@/lib/http/use-countdown';
import classes from './deactivation.module.css';

const two = (n: number) => String(n).padStart(2, '0');

/** Seconds as 23:59:58. */
const hours = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;

/** How long the line can still be kept. */
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
      <Ltr>{hours(left)}</Ltr>
    </p>
  );
}
