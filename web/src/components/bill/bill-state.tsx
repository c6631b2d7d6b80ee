import { useTranslation } from 'react-i18next';
import type { InvoiceStatus } from '@/api/gen-bills';
import classes from './bill.module.css';

/** The state of a bill as a coloured word. */
export function BillState({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation('bills');
  return (
    <span className={classes.state} data-state={status}>
      {t(`state.${status}`)}
    </span>
  );
}
