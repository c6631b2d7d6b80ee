import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';
import { SupportPhone } from '@/components/support-phone';
import { isTransfer } from './kinds';
import classes from './purchase.module.css';

/** The purchase waits for support. The payment is safe, but the purchase is no success yet. */
export function Held({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const billed = purchase.way === 'invoice';
  const paid = purchase.kind === 'card' || billed ? 'held.cardTitle' : 'held.title';
  const text = billed ? 'held.billedText' : 'held.text';
  return (
    <Notice tone="warning" title={t(isTransfer(purchase) ? 'heldTransfer.title' : paid)}>
      {purchase.failure && <p className={classes.text}>{purchase.failure.message}</p>}
      <p className={classes.text}>{t(isTransfer(purchase) ? 'heldTransfer.text' : text)}</p>
      <p className={classes.reference}>
        <Ltr className={classes.number}>{purchase.number}</Ltr>
        <CopyButton text={purchase.number} />
        <SupportPhone label={t('held.call')} />
        <HelpLink order={purchase.number} />
      </p>
    </Notice>
  );
}
