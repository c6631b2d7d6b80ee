import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PrimaryLink } from '@/components/primary-action';
import { loginPath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';

/** For guests; the sign-in returns here with the choices. */
export function SignInToBuy({ chosen }: { chosen?: Record<string, string> }) {
  const { t } = useTranslation('bundles');
  const { pathname, search } = useLocation();
  const asked = chosen ? `?${new URLSearchParams(chosen)}` : search;
  return <PrimaryLink to={loginPath(useLanguage(), pathname + asked)}>{t('buy.signIn')}</PrimaryLink>;
}
