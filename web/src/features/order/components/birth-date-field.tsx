import { Input, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, type FocusEvent, type Ref, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '@/api/gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { joined, partsOf } from '@/lib/form/birth-date';
import { digitsOnly } from '@/lib/text/digits';
import { monthNames } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './birth-date-field.module.css';

interface Props {
  calendar: Calendar;
  /** Year, month and day with hyphens; parts may be missing while the customer types. */
  value: string;
  error: string | undefined;
  /** Receives the focus when the date is refused. */
  ref: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
  onCalendar: (calendar: Calendar) => void;
}

const calendars = ['hijri', 'gregorian'] as const satisfies Calendar[];

/**
 * A birth date in typed parts, because typing is faster than a calendar. The kind of ID decides the calendar.
 */
export function BirthDateField({ calendar, value, error, ref, onChange, onBlur, onCalendar }: Props) {
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
    <fieldset
      className="plain-fieldset"
      aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
      onBlur={leave}
    >
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
