import { useTranslation } from 'react-i18next';
import type { LineAllowance } from '@/api/gen-session';

const megabytesPerGigabyte = 1024;

const amountOf = (value: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value);

/** Formats an amount of an allowance for the customer: 8.7 GB, 112 minutes. */
export function useQuantity() {
  const { t } = useTranslation('dashboard');
  return (value: number, unit: LineAllowance['unit']): string => {
    if (unit !== 'MB') {
      return t(`unit.${unit}`, { count: value, amount: amountOf(value) });
    }
    return value < megabytesPerGigabyte
      ? t('unit.MB', { amount: amountOf(value) })
      : t('unit.GB', { amount: amountOf(value / megabytesPerGigabyte) });
  };
}
