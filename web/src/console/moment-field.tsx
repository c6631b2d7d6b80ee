import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Bound, useChosen } from '@/components/form/use-bound';
import { DayParts } from './day-field';
import classes from './moment.module.css';
import { isMoment, momentTyped, partsOfMoment } from './riyadh-time';

interface Props<Values extends FieldValues> extends Omit<Bound<Values>, 'invalid'> {
  label: string;
  description?: string;
  onType?: () => void;
}

/**
 * A day and a 24-hour time in Riyadh, in a form, such as `2026-11-28T14:30`; the value is empty or incomplete while
 * the agent types. The language is the page's: native fields use the browser's language.
 */
export function MomentField<Values extends FieldValues>(props: Props<Values>) {
  const { label, description, onType, ...bound } = props;
  const { t } = useTranslation('console');
  const { ref, value, error, onChange } = useChosen({ ...bound, invalid: t('moment.error') });
  const [{ day, time }, setTyped] = useState(partsOfMoment(value));
  const [isLeft, setLeft] = useState(false);
  const change = (next: { day: string; time: string }) => {
    setTyped(next);
    onChange(momentTyped(next));
    onType?.();
  };
  const isIncomplete = value !== '' && !isMoment(value);
  const said = error ?? (isIncomplete && isLeft ? t('moment.error') : undefined);
  return (
    <DayParts
      ref={ref}
      label={label}
      description={description}
      value={day}
      error={said}
      onChange={(next) => change({ day: next, time })}
      onLeave={() => setLeft(true)}
      time={
        <TextInput
          className={classes.time}
          label={t('moment.time')}
          dir="ltr"
          inputMode="numeric"
          placeholder="14:30"
          autoComplete="off"
          maxLength={40}
          value={time}
          error={Boolean(said)}
          onChange={(event) => change({ day, time: event.currentTarget.value })}
        />
      }
    />
  );
}
