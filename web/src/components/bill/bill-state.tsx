import { useTranslation } from 'react-i18next';
import type { InvoiceStatus } from '@/api/gen-bills';

const tones: Partial<Record<InvoiceStatus, string>> = {
  'part-paid': 'warning',
  overdue: 'negative',
  paid: 'positive',
  credited: 'quiet',
};

/** The state of a bill as a coloured word. */
export function BillState({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation('bills');
  return (
    <span className="pill" data-tone={tones[status]}>
      {t(`state.${status}`)}
    </span>
  );
}
