import { useTranslation } from 'react-i18next';
import { allowanceName } from '@/lib/text/allowance';
import type { Feature } from './comparison';

/** Returns a feature for each allowance type, in the order of the items. */
export function useAllowanceFeatures<Part extends { type: string }>(
  items: { items: Part[] }[],
  amount: (part: Part) => string,
): Feature<{ items: Part[] }>[] {
  const { t } = useTranslation('dashboard');
  const types = new Set(items.flatMap((item) => item.items.map(({ type }) => type)));
  return [...types].map((type) => [
    t(`allowance.${allowanceName(type)}`),
    (item) => {
      const part = item.items.find((candidate) => candidate.type === type);
      return part && amount(part);
    },
  ]);
}
