import { useTranslation } from 'react-i18next';

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/**
 * Formats seconds in the largest unit that expresses them exactly or nearly: 90 days, 24 hours, 10 minutes.
 */
export function useQuantityOfTime(): (seconds: number) => string {
  const { t } = useTranslation('deactivation');
  return (seconds) => {
    const [unit, length] = units.find(([, size]) => seconds >= size * 2 || seconds === size) ?? [
      'seconds',
      1,
    ];
    return t(`time.${unit}`, { count: Math.round(seconds / length) });
  };
}
