import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Receipt } from '@/api/gen-later';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Invoice } from './invoice';
import classes from './receipt.module.css';

interface Props {
  receipt: UseQueryResult<Receipt, unknown>;
  about?: 'order' | 'purchase';
  back: string;
  to: string;
  /** Elements next to the print button. */
  children?: ReactNode;
}

/** A receipt on the screen and on one printed sheet, with a link back to its subject. */
export function ReceiptSheet({ receipt, about = 'order', back, to, children }: Props) {
  const { t } = useTranslation('receipt');
  return (
    <div className={`container ${classes.page}`}>
      <div className={classes.tools}>
        <Link to={to}>{back}</Link>
        {receipt.data && (
          <div className="button-row">
            {children}
            <Button
              variant="default"
              leftSection={<Printer size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          </div>
        )}
      </div>
      {receipt.isPending && <Loading lines={1} height={480} />}
      {!receipt.data && receipt.error !== null && <PageHeading takesFocus title={t('title')} />}
      <ErrorNotice error={receipt.error} onRetry={() => receipt.refetch()} />
      {receipt.data && <Invoice receipt={receipt.data} about={about} />}
    </div>
  );
}
