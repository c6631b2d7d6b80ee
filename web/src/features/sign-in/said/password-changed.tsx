import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** Why somebody who was signed in a moment ago is asked for a password. */
export default function PasswordChanged() {
  const { t } = useTranslation('sign-in');
  return <Notice tone="positive" title={t('login.passwordChanged')} />;
}
