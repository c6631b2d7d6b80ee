import { useTranslation } from 'react-i18next';
import type { LineSim } from '@/api/gen-lines';

/** Returns the name of a SIM: the customer's name for it, else its type. */
export function useSimName() {
  const { t } = useTranslation('multi-sim');
  return ({ name, is_primary, type }: LineSim): string =>
    name || t(is_primary ? 'unnamedPrimary' : `type.${type}`);
}
