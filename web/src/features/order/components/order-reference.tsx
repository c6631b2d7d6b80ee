import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { HelpLink } from '@/components/support/help-link';
import { SupportPhone } from '@/components/support-phone';
import classes from './order-reference.module.css';

/** The order number and the phone number of support, next to a text that sends the customer there. */
export function OrderReference({ number }: { number: string }) {
  const { t } = useTranslation('order');
  return (
    <p className={classes.reference}>
      <span>
        {t('reference.label')} <Ltr className={classes.number}>{number}</Ltr>
      </span>
      <CopyButton text={number} label={t('reference.copy')} />
      <SupportPhone label={t('reference.call')} />
      <HelpLink order={number} />
    </p>
  );
}
