import { useTranslation } from 'react-i18next';
import type { RefundRequest } from '@/api/gen-support';

/** Returns a function that names the subject of a refund request. */
export function useRequestSubject(): (of: RefundRequest) => string {
  const { t } = useTranslation('console');
  return ({ way, reference }) => t(`approvals.way.${way}`, { number: `\u2066${reference}\u2069` });
}
