import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { getOrderCreditNoteOptions, getOrderReceiptOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall } from '../model/order-query';
import { takeSessionFromAddress } from '../model/order-session';
import { stepPath } from '../model/order-steps';
import { Invoice } from './invoice';
import classes from './receipt.module.css';

/** The simplified tax invoice of a paid order, or the credit note of what went back, to look at and to print on one sheet. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const { orderId = '', note } = useParams();
  const options = note ? getOrderCreditNoteOptions : getOrderReceiptOptions;
  useState(() => takeSessionFromAddress(orderId));
  const language = useLanguage();
  const receipt = useQuery({
    ...options(orderCall(orderId, language)),
    // The money may have been returned since it was last looked at.
    refetchOnMount: 'always',
  });
  return (
    <div className={`container ${classes.page}`}>
      <div className={classes.tools}>
        <Link to={stepPath(language, 'order-details', orderId)}>{t('back')}</Link>
        {receipt.data && (
          <Button variant="default" leftSection={<Printer size={18} aria-hidden />} onClick={() => print()}>
            {t('print')}
          </Button>
        )}
      </div>
      {receipt.isPending && <Loading lines={1} height={480} />}
      <ErrorNotice error={receipt.error} onRetry={() => receipt.refetch()} />
      {receipt.data && <Invoice receipt={receipt.data} />}
    </div>
  );
}
