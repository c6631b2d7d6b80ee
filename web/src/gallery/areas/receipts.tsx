import { useQuery } from '@tanstack/react-query';
import { Invoice } from '@/components/receipt/invoice';
import { ReceiptSheet } from '@/components/receipt/receipt-sheet';
import { failures, receipt, useWords } from '../made-up';
import { Specimen } from '../specimen';

const refersTo = { number: receipt.number, issuedAt: receipt.issuedAt, reason: 'SC12345678' };

/** What was paid, to look at and to print. */
export function Receipts() {
  const words = useWords();
  const paid = useQuery({ queryKey: ['gallery', 'receipt'], queryFn: () => receipt });
  const failed = useQuery({
    queryKey: ['gallery', 'no-receipt'],
    queryFn: () => Promise.reject(failures(words).refused),
  });
  return (
    <>
      <Specimen of="receipt/receipt-sheet">
        <ReceiptSheet receipt={paid} back={words.other} to="/" />
      </Specimen>
      <Specimen of="receipt/receipt-sheet, refused">
        <ReceiptSheet receipt={failed} back={words.other} to="/" />
      </Specimen>
      <Specimen of="receipt/invoice, what was returned">
        <Invoice receipt={{ ...receipt, refunded: 58_000, refundedAt: receipt.issuedAt }} />
      </Specimen>
      <Specimen of="receipt/invoice, credit note">
        <Invoice receipt={{ ...receipt, documentType: '381', refersTo }} about="purchase" />
      </Specimen>
    </>
  );
}
