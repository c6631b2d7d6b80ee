import { useTranslation } from 'react-i18next';
import { useCountdown } from '@/lib/http/use-countdown';
import { clock } from '@/lib/text/format';
import { Ltr } from '../ltr';
import classes from './identity-challenge.module.css';

interface Props {
  /** The text that explains the use of the number. */
  instruction: string;
  random: string;
  expiresAt: string;
}

/** An open push: the number to choose in the identity app, and the time left. */
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
