import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SecondaryLink } from '@/components/primary-action';
import { i18n } from '@/i18n';
import { optionalPart } from '@/lib/http/optional-part';
import { passkeysWork } from '@/lib/passkey/browser';
import classes from './sign-in.module.css';
import { SocialButtons } from './social-buttons';
import { useSignInPath } from './use-sign-in-path';

const PasskeyWay = optionalPart(async () => {
  await i18n.loadNamespaces('passkeys');
  return import('./passkey/passkey-way');
});

/** What a sign-in page offers beside its own form. Nothing instead of it where a refusal has said that already. */
export default function OtherWays({ instead }: { instead?: 'password' }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  const [passkeys, setPasskeys] = useState(false); // a page that was drawn without a browser knows nothing of it
  useEffect(() => setPasskeys(passkeysWork()), []);
  return (
    <div className={classes.otherWays}>
      <p className={classes.or}>
        <span>{t('login.or')}</span>
      </p>
      {instead === 'password' && <SecondaryLink to={path('login')}>{t('login.byPassword')}</SecondaryLink>}
      <Suspense>{passkeys && <PasskeyWay />}</Suspense>
      <SocialButtons />
      <p className={classes.other}>
        {t('login.new')} <Link to={path('registration')}>{t('login.register')}</Link>
      </p>
    </div>
  );
}
