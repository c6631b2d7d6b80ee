import { useTranslation } from 'react-i18next';
import type { LineSim } from '@/api/gen-lines';

/** What a SIM is called: the customer's name for it, else what it is. */
export function useSimName() {
  const { t } = useTranslation('multisim');
  return ({ name, is_primary, type }: LineSim): string =>
    name || t(is_primary ? 'unnamedPrimary' : `type.${type}`);
}
