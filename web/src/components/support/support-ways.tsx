import { useTranslation } from 'react-i18next';
import { SupportPhone } from '../support-phone';
import { HelpLink } from './help-link';

/**
 * The ways to contact support, next to a text that sends the customer there: the phone number, and the help
 * page with the complaint form.
 */
export function SupportWays() {
  const { t } = useTranslation();
  return (
    <>
      <SupportPhone label={t('callSupport')} /> <HelpLink />
    </>
  );
}
