import type { Invoice } from '@/api/gen-bills';
import rows from '@/components/rows.module.css';
import { BillRow } from './bill-row';

/** Bills, the newest first; marked as busy for screen readers while another page of bills loads. */
export function BillList({ bills, busy = false }: { bills: readonly Invoice[]; busy?: boolean }) {
  return (
    <ul className={`stack near ${rows.list}`} aria-busy={busy}>
      {bills.map((bill) => (
        <BillRow key={bill.id} bill={bill} />
      ))}
    </ul>
  );
}
