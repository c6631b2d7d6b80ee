import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { useCountdown } from '@/lib/http/use-countdown';
import { clock } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { thisPhone } from '@/lib/this-phone';
import { Ltr } from '../ltr';
import classes from './identity-challenge.module.css';

interface Props {
  /** The text that explains the use of the number. */
  instruction: string;
  random: string;
  expiresAt: string;
  /** Runs when the customer leaves for the app. */
  onLeave?: () => void;
}

/** Opens the identity app where it is on the same phone. */
function OpenApp({ onLeave }: Pick<Props, 'onLeave'>) {
  const { t } = useTranslation('identity');
  const system = thisPhone();
  const settings = useQuery({
    ...getAppConfigurationOptions({ headers: { 'accept-language': useLanguage() } }),
    enabled: system !== undefined,
  });
  const link = system && settings.data?.identityApp?.[system];
  return (
    link && (
      <>
        <Button component="a" size="lg" href={link} onClick={onLeave}>
          {t('open')}
        </Button>
        <p>{t('comeBack')}</p>
      </>
    )
  );
}

/** An open push: the number to choose in the identity app, and the time left. */
export function IdentityWaiting({ instruction, random, expiresAt, onLeave }: Props) {
  const { t } = useTranslation('identity');
  const left = useCountdown(expiresAt);
  return (
    <div className={classes.waiting}>
      <p className={classes.instruction}>{instruction}</p>
      <p className={classes.number}>
        <Ltr>{random}</Ltr>
      </p>
      <OpenApp onLeave={onLeave} />
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
