import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { dayAhead, latestStart } from '@/lib/text/days';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { SelectField, type SelectFieldProps } from './select-field';

const days = () => Array.from({ length: latestStart }, (_, n) => dayAhead(n + 1));

/**
 * A day from tomorrow on, in a form, in the language of the page instead of the browser's. Past days and today
 * cannot be chosen.
 */
export function ComingDayField<Values extends FieldValues>(props: Omit<SelectFieldProps<Values>, 'data'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SelectField
      {...props}
      data={[
        { value: '', label: t('actions.chooseDay') },
        ...days().map((day) => ({ value: day, label: weekday(day, language) })),
      ]}
    />
  );
}
