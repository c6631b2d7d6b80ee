import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/text/use-language';
import { daysOfMonth, type Frequency, weekdays } from './wanted';

interface Props {
  frequency: Frequency;
  value: number;
  onChange: (day: number) => void;
}

/** The day of the week or of the month. */
export function DayField({ frequency, value, onChange }: Props) {
  const { t } = useTranslation('auto-recharge');
  const language = useLanguage();
  const days =
    frequency === 'weekly'
      ? weekdays(language).map((label, day) => ({ value: String(day), label }))
      : daysOfMonth.map((day) => String(day));
  return (
    <NativeSelect
      size="md"
      label={t(`day.${frequency}`)}
      description={frequency === 'monthly' && value > 28 ? t('day.short') : undefined}
      data={days}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
