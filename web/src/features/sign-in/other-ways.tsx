import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SecondaryLink } from '@/components/primary-action';
import classes from './sign-in.module.css';
import { SocialButtons } from './social-buttons';
import { useSignInPath } from './use-sign-in-path';

/** What a sign-in page offers beside its own form. Nothing instead of it where a refusal has said that already. */
export default function OtherWays({ instead }: { instead?: 'code' | 'password' }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  return (
    <div className={classes.otherWays}>
      <p className={classes.or}>
        <span>{t('login.or')}</span>
      </p>
      {instead === 'code' && <SecondaryLink to={path('quicklogin')}>{t('login.byCode')}</SecondaryLink>}
      {instead === 'password' && <SecondaryLink to={path('login')}>{t('login.byPassword')}</SecondaryLink>}
      <SocialButtons />
      <p className={classes.other}>
        {t('login.new')} <Link to={path('registration')}>{t('login.register')}</Link>
      </p>
    </div>
  );
}
