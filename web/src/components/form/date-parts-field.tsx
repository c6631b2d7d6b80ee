import { Input, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, type FocusEvent, useId, useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '@/api/gen';
import { joined, partsOf } from '@/lib/form/birth-date';
import { digitsOnly } from '@/lib/text/digits';
import { monthNames } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ChoiceChips } from '../choice/choice-chips';
import classes from './date-parts-field.module.css';
import { type Bound, useChosen } from './use-bound';

interface Props<Values extends FieldValues> extends Bound<Values> {
  calendar: Calendar;
  onCalendar: (calendar: Calendar) => void;
}

const calendars = ['hijri', 'gregorian'] as const satisfies Calendar[];

/**
 * A birth date in a form, in typed parts, because typing is faster than a calendar: year, month and day with
 * hyphens. Parts may be missing while the customer types. The kind of ID decides the calendar.
 */
export function DatePartsField<Values extends FieldValues>({
  calendar,
  onCalendar,
  ...bound
}: Props<Values>) {
  const { value, error, ref, onChange, onBlur } = useChosen(bound);
  const { t } = useTranslation('order');
  const language = useLanguage();
  const months = useMemo(() => monthNames(calendar, language), [calendar, language]);
  const id = useId();
  const typed = partsOf(value);
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) {
      onBlur();
    }
  };
  const digits = (name: 'day' | 'year', most: number) => ({
    size: 'md',
    label: t(`eligibility.${name}`),
    error: Boolean(error),
    dir: 'ltr',
    inputMode: 'numeric' as const,
    // Browsers store the Gregorian date.
    autoComplete: calendar === 'hijri' ? 'off' : `bday-${name}`,
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange(joined({ ...typed, [name]: digitsOnly(event.currentTarget.value).slice(0, most) })),
  });
  return (
    <fieldset aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`} onBlur={leave}>
      <legend className={classes.legend}>{t('eligibility.birthDate')}</legend>
      <Input.Description id={`${id}-hint`} size="md">
        {t(`eligibility.${calendar}Hint`)}
      </Input.Description>
      <ChoiceChips
        legend={t('eligibility.calendar')}
        name="calendar"
        value={calendar}
        choices={calendars.map((name) => ({ value: name, label: t(`eligibility.${name}`) }))}
        onChange={onCalendar}
      />
      <div className={classes.parts}>
        <TextInput ref={ref} {...digits('day', 2)} />
        <NativeSelect
          size="md"
          label={t('eligibility.month')}
          error={Boolean(error)}
          autoComplete={calendar === 'hijri' ? 'off' : 'bday-month'}
          data={[
            { value: '', label: t('eligibility.monthChoose') },
            ...months.map((name, index) => ({ value: String(index + 1), label: `${index + 1} · ${name}` })),
          ]}
          value={typed.month.replace(/^0/, '')}
          onChange={(event) => onChange(joined({ ...typed, month: event.currentTarget.value }))}
        />
        <TextInput {...digits('year', 4)} />
      </div>
      {error && (
        <Input.Error id={`${id}-error`} size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
