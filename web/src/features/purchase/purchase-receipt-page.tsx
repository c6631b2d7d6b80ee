import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getPurchaseReceiptOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ReceiptSheet } from '@/components/receipt/receipt-sheet';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { downloadReceipt } from './download-receipt';

/** The simplified tax invoice of a purchase, to view, print and save. */
export function PurchaseReceiptPage() {
  const { t } = useTranslation('receipt');
  const { purchaseId = '' } = useParams();
  // A card that was added has no receipt.
  useBelongsTo('recharge');
  const path = usePath('purchase');
  const call = useLineCall();
  const receipt = useQuery(getPurchaseReceiptOptions({ ...call, path: { id: purchaseId } }));
  const file = useAttempt((number: string) => downloadReceipt(purchaseId, number, call));
  const number = receipt.data?.number ?? '';
  return (
    <>
      <ReceiptSheet
        receipt={receipt}
        about="purchase"
        back={t('backToPurchase')}
        to={`${path}/${purchaseId}`}
      >
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          loading={file.busy}
          onClick={() => file.attempt(number)}
        >
          {t('download')}
        </Button>
      </ReceiptSheet>
      <ErrorNotice error={file.error} />
    </>
  );
}
