import { useTranslation } from 'react-i18next';
import { SupportPhone } from '../support-phone';
import { HelpLink } from './help-link';

/** Beside a text that sends to support: the number to dial, and the page of help with the complaint. */
export function SupportWays() {
  const { t } = useTranslation();
  return (
    <>
      <SupportPhone label={t('callSupport')} /> <HelpLink />
    </>
  );
}
