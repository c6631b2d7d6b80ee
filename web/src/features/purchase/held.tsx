import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';
import { SupportPhone } from '@/components/support-phone';
import { Group } from '@/components/ui/layout';
import { isTransfer } from './kinds';

/** The purchase waits for support. The payment is safe, but the purchase is no success yet. */
export function Held({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const billed = purchase.way === 'invoice';
  const paid = purchase.kind === 'card' || billed ? 'held.cardTitle' : 'held.title';
  const text = billed ? 'held.billedText' : 'held.text';
  return (
    <Notice tone="warning" title={t(isTransfer(purchase) ? 'heldTransfer.title' : paid)}>
      {purchase.failure && <p>{purchase.failure.message}</p>}
      <p>{t(isTransfer(purchase) ? 'heldTransfer.text' : text)}</p>
      <Group component="p" gap="0.5rem 1rem" mt="xs">
        <Ltr className="large strong">{purchase.number}</Ltr>
        <CopyButton text={purchase.number} />
        <SupportPhone label={t('held.call')} />
        <HelpLink order={purchase.number} />
      </Group>
    </Notice>
  );
}
