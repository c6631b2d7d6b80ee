import type { Invoice } from '@/api/gen-bills';
import rows from '@/components/rows.module.css';
import { BillRow } from './bill-row';

/** Bills, the newest first; dimmed for a screen reader while another page of them is on its way. */
export function BillList({ bills, busy = false }: { bills: readonly Invoice[]; busy?: boolean }) {
  return (
    <ul className={rows.list} aria-busy={busy}>
      {bills.map((bill) => (
        <BillRow key={bill.id} bill={bill} />
      ))}
    </ul>
  );
}
