import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { consolePath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';

/** Says that this refund waits for a second person, with a link to that decision. */
export function AwaitsApproval() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <p role="status" className={`row ${classes.head}`}>
      {t('case.awaitsApproval')}
      <Link to={`${consolePath(language)}/approvals`}>{t('refund.approvals')}</Link>
    </p>
  );
}
