import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from './day-field';
import classes from './moment.module.css';
import { isMoment, momentTyped, partsOfMoment } from './riyadh-time';

interface Props {
  label: string;
  description?: string;
  /** Such as `2026-11-28T14:30`, in Riyadh time; empty or incomplete while the agent types. */
  value: string;
  error?: string | undefined;
  /** The form was sent: a missing part is an error even while the field has the focus. */
  tried?: boolean;
  onChange: (value: string) => void;
}

/**
 * A day and a 24-hour time in Riyadh, in the language of the page: native fields use the browser's language.
 */
export function MomentField({ label, description, value, error, tried = false, onChange }: Props) {
  const { t } = useTranslation('console');
  const [{ day, time }, setTyped] = useState(partsOfMoment(value));
  const [isLeft, setLeft] = useState(false);
  const change = (next: { day: string; time: string }) => {
    setTyped(next);
    onChange(momentTyped(next));
  };
  const isIncomplete = value !== '' && !isMoment(value);
  const said = error ?? (isIncomplete && (isLeft || tried) ? t('moment.error') : undefined);
  return (
    <DayField
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
