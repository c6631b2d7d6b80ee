import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SecondaryLink } from '@/components/primary-action';
import { passkeysWork } from '@/lib/passkey/browser';
import { useAsleep } from '@/lib/use-asleep';
import { PasskeyWay } from './passkey/passkey-way';
import classes from './sign-in.module.css';
import { SocialButtons } from './social-buttons';
import { useSignInPath } from './use-sign-in-path';

/** The ways to sign in besides the form of a page. `instead` adds a link to the sign-in with a password. */
export default function OtherWays({ instead }: { instead?: 'password' }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  // Nearly all browsers support passkeys, and then nothing moves.
  const [passkeys, setPasskeys] = useState(true);
  useEffect(() => {
    setPasskeys(passkeysWork());
  }, []);
  return (
    <div className={classes.otherWays} {...useAsleep()}>
      <p className={classes.or}>
        <span>{t('login.or')}</span>
      </p>
      {instead === 'password' && <SecondaryLink to={path('login')}>{t('login.byPassword')}</SecondaryLink>}
      {passkeys && <PasskeyWay />}
      <SocialButtons />
      <p className={classes.other}>
        {t('login.new')} <Link to={path('registration')}>{t('login.register')}</Link>
      </p>
    </div>
  );
}
