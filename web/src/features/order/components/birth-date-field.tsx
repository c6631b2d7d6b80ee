import { Input, TextInput } from '@mantine/core';
import { type FocusEvent, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type DateParts, joined, partsOf } from '@/lib/form/birth-date';
import { digitsOnly } from '@/lib/text/digits';
import classes from './birth-date-field.module.css';

const parts = [
  { name: 'day', digits: 2 },
  { name: 'month', digits: 2 },
  { name: 'year', digits: 4 },
] as const satisfies { name: keyof DateParts; digits: number }[];

interface Props {
  /** Year, month and day with hyphens; parts may be missing while it is typed. */
  value: string;
  error: string | undefined;
  /** Takes the focus when the date is refused. */
  ref: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A date everybody knows by heart is typed faster than it is found in a calendar. */
export function BirthDateField({ value, error, ref, onChange, onBlur }: Props) {
  const { t } = useTranslation('order');
  const id = useId();
  const typed = partsOf(value);
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) {
      onBlur();
    }
  };
  return (
    <fieldset
      className={classes.group}
      aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
      onBlur={leave}
    >
      <legend className={classes.legend}>{t('eligibility.birthDate')}</legend>
      <Input.Description id={`${id}-hint`} size="md">
        {t('eligibility.birthDateHint')}
      </Input.Description>
      <div className={classes.parts}>
        {parts.map(({ name, digits }, position) => (
          <TextInput
            key={name}
            ref={position === 0 ? ref : undefined}
            size="md"
            label={t(`eligibility.${name}`)}
            error={Boolean(error)}
            dir="ltr"
            inputMode="numeric"
            autoComplete={`bday-${name}`}
            maxLength={digits}
            value={typed[name]}
            onChange={(event) =>
              onChange(joined({ ...typed, [name]: digitsOnly(event.currentTarget.value) }))
            }
          />
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
