import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Bound, useChosen } from '@/components/form/use-bound';
import { joined, partsOf } from '@/lib/form/birth-date';
import { digitsOnly } from '@/lib/text/digits';
import { monthNames } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './moment.module.css';

interface Props {
  label: string;
  description?: string;
  /** Year, month and day with hyphens; parts may be missing while the agent types. */
  value: string;
  error?: string | false | undefined;
  onChange: (value: string) => void;
  /** A field for the time of day, after the year. */
  time?: ReactNode;
  /** Called when the focus leaves all parts: a move from one part to the next is no mistake yet. */
  onLeave?: () => void;
  /** Receives the focus when the day is refused. */
  ref?: Ref<HTMLInputElement>;
}

/** A day with its month in the language of the page, independent of the browser's language. */
export function DayParts({ label, description, value, error, onChange, time, onLeave, ref }: Props) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState(partsOf(value));
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    onChange(joined(next));
  };
  const digits = (name: 'day' | 'year', most: number) => ({
    className: classes[name],
    label: t(`moment.${name}`),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    dir: 'ltr',
    value: typed[name],
    error: Boolean(error),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: digitsOnly(event.currentTarget.value).slice(0, most) }),
  });
  const said = [description && `${id}-hint`, error && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={classes.parts}
      aria-describedby={said || undefined}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave?.()}
    >
      <legend>{label}</legend>
      {description && (
        <p id={`${id}-hint`} className={classes.hint}>
          {description}
        </p>
      )}
      <TextInput ref={ref} {...digits('day', 2)} />
      <NativeSelect
        className={classes.month}
        label={t('moment.month')}
        value={typed.month.replace(/^0/, '')}
        error={Boolean(error)}
        onChange={(event) => change({ month: event.currentTarget.value })}
        data={[
          { value: '', label: '' },
          ...monthNames('gregorian', language).map((name, at) => ({ value: String(at + 1), label: name })),
        ]}
      />
      <TextInput {...digits('year', 4)} />
      {time}
      {error && (
        <p id={`${id}-wrong`} role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

type FieldProps<Values extends FieldValues> = Bound<Values> & Pick<Props, 'label' | 'description'>;

/** A day in a form. */
export function DayField<Values extends FieldValues>({ label, description, ...bound }: FieldProps<Values>) {
  const { ref, value, error, onChange } = useChosen(bound);
  return <DayParts {...{ ref, label, description, value, error, onChange }} />;
}
