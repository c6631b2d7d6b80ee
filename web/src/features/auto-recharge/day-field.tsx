import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@/components/form/select-field';
import { useLanguage } from '@/lib/text/use-language';
import { daysOfMonth, type Frequency, weekdays } from './wanted';

/** The day of the week or of the month. */
export function DayField({ frequency }: { frequency: Frequency }) {
  const { t } = useTranslation('auto-recharge');
  const language = useLanguage();
  const form = useFormContext<{ day: number }>();
  const days =
    frequency === 'weekly'
      ? weekdays(language).map((label, day) => ({ value: String(day), label }))
      : daysOfMonth.map((day) => String(day));
  return (
    <SelectField
      form={form}
      name="day"
      label={t(`day.${frequency}`)}
      description={frequency === 'monthly' && form.watch('day') > 28 ? t('day.short') : undefined}
      data={days}
      read={Number}
    />
  );
}
