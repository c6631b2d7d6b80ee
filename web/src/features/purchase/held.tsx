import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';
import { SupportPhone } from '@/components/support-phone';
import classes from './purchase.module.css';

/** It waits for us. What was paid is safe, but it is no success yet. */
export function Held({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  return (
    <Notice tone="warning" title={t(purchase.kind === 'card' ? 'held.cardTitle' : 'held.title')}>
      {purchase.failure && <p className={classes.text}>{purchase.failure.message}</p>}
      <p className={classes.text}>{t('held.text')}</p>
      <p className={classes.reference}>
        <Ltr className={classes.number}>{purchase.number}</Ltr>
        <CopyButton text={purchase.number} />
        <SupportPhone label={t('held.call')} />
        <HelpLink order={purchase.number} />
      </p>
    </Notice>
  );
}
