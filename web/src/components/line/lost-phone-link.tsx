import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '@/lib/text/use-language';

/** The link to suspend a line, on each page where a customer with a lost phone may look for it. */
export function LostPhoneLink() {
  const { t } = useTranslation('accounts');
  return <Link to={`/${useLanguage()}/sim-information`}>{t('lostPhone')}</Link>;
}
