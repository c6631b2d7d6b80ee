import { useTranslation } from 'react-i18next';
import { useCountdown } from '@/lib/http/use-countdown';
import { clock } from '@/lib/text/format';
import { Ltr } from '../ltr';
import classes from './identity-challenge.module.css';

interface Props {
  /** What to do with the number. */
  instruction: string;
  random: string;
  expiresAt: string;
}

/** A push that waits for its answer: the number to choose in the identity app, and how long there is. */
export function IdentityWaiting({ instruction, random, expiresAt }: Props) {
  const { t } = useTranslation('identity');
  const left = useCountdown(expiresAt);
  return (
    <div className={classes.waiting}>
      <p className={classes.instruction}>{instruction}</p>
      <p className={classes.number}>
        <Ltr>{random}</Ltr>
      </p>
      <p className={classes.status} role="status">
        <span className={classes.pulse} aria-hidden />
        {t('waiting')}
      </p>
      <p className={classes.left} role="timer">
        {t('timeLeft')} <Ltr>{clock(left)}</Ltr>
      </p>
    </div>
  );
}
