import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getOrderCreditNoteOptions, getOrderReceiptOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ReceiptSheet } from '@/components/receipt/receipt-sheet';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { isOrderClosed, orderCall } from '../model/order-query';
import { takeSessionFromAddress } from '../model/order-session';
import { stepPath } from '../model/order-steps';

const NoAccess = lazyWithTexts(['order-asides'], () => import('../shell/no-access'));

/**
 * The simplified tax invoice of a paid order, or the credit note of its refund, on the screen and on one
 * printed sheet.
 */
export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const { orderId = '', note } = useParams();
  const options = note ? getOrderCreditNoteOptions : getOrderReceiptOptions;
  useState(() => takeSessionFromAddress(orderId));
  const language = useLanguage();
  const receipt = useQuery({
    ...options(orderCall(orderId, language)),
    // The money may have been refunded since the last read.
    refetchOnMount: 'always',
  });
  if (!receipt.data && isOrderClosed(receipt.error)) {
    return (
      <Suspense>
        <NoAccess />
      </Suspense>
    );
  }
  return (
    <ReceiptSheet receipt={receipt} back={t('back')} to={stepPath(language, 'order-details', orderId)} />
  );
}
