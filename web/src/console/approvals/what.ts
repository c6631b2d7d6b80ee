import { useTranslation } from 'react-i18next';
import type { RefundRequest } from '@/api/gen-support';

/** Words what a request gives money for. */
export function useWhat(): (of: RefundRequest) => string {
  const { t } = useTranslation('console');
  return ({ way, reference }) => t(`approvals.way.${way}`, { number: `\u2066${reference}\u2069` });
}
