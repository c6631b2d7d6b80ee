import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '@/lib/text/use-language';

/** The way to suspend a line, from wherever somebody who has lost a phone may look for it. */
export function LostPhoneLink() {
  const { t } = useTranslation('accounts');
  return <Link to={`/${useLanguage()}/sim-information`}>{t('lostPhone')}</Link>;
}
