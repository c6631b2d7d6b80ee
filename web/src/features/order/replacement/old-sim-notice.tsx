import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** What becomes of the SIM in use; said before anything is paid. */
export default function OldSimNotice() {
  const { t } = useTranslation('replacement');
  return <Notice title={t('old.title')}>{t('old.text')}</Notice>;
}
