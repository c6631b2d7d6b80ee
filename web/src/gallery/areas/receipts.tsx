import { useQuery } from '@tanstack/react-query';
import { BillList } from '@/components/bill/bill-list';
import { BillRow } from '@/components/bill/bill-row';
import { BillState } from '@/components/bill/bill-state';
import { Invoice } from '@/components/receipt/invoice';
import { ReceiptSheet } from '@/components/receipt/receipt-sheet';
import { bills, failures, receipt, useWords } from '../made-up';
import { Specimen } from '../specimen';

const refersTo = { number: receipt.number, issuedAt: receipt.issuedAt, reason: 'SC12345678' };

/** Receipts on the screen and on paper. */
export function Receipts() {
  const words = useWords();
  const paid = useQuery({ queryKey: ['gallery', 'receipt'], queryFn: () => receipt });
  const failed = useQuery({
    queryKey: ['gallery', 'no-receipt'],
    queryFn: () => Promise.reject(failures(words).refused),
  });
  return (
    <>
      <Specimen of="bill/bill-list, bill/bill-row">
        <BillList bills={bills.slice(1)} />
        <ul>
          {bills.slice(0, 1).map((bill) => (
            <BillRow key={bill.id} bill={{ ...bill, final: true }} />
          ))}
        </ul>
      </Specimen>
      <Specimen of="bill/bill-state">
        {bills.map(({ id, status }) => (
          <BillState key={id} status={status} />
        ))}
      </Specimen>
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
