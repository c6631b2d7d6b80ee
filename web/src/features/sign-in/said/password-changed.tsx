import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** Explains why a customer who was just signed in must enter a password. */
export default function PasswordChanged() {
  const { t } = useTranslation('sign-in');
  return <Notice tone="positive" title={t('login.passwordChanged')} />;
}
