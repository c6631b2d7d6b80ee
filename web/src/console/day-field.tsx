import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joined, partsOf } from '@/lib/form/birth-date';
import { digitsOnly } from '@/lib/text/digits';
import { monthNames } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './audit.module.css';

interface Props {
  label: string;
  /** Year, month and day with hyphens; parts may be missing while it is typed. */
  value: string;
  error?: string | false;
  onChange: (value: string) => void;
}

/** A day with its month in the language of the page, independent of the browser's language. */
export function DayField({ label, value, error, onChange }: Props) {
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
    label: t(`audit.date.${name}`),
    inputMode: 'numeric' as const,
    dir: 'ltr',
    value: typed[name],
    error: Boolean(error),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: digitsOnly(event.currentTarget.value).slice(0, most) }),
  });
  return (
    <fieldset className={classes.day} aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      <TextInput {...digits('day', 2)} />
      <NativeSelect
        label={t('audit.date.month')}
        value={typed.month.replace(/^0/, '')}
        error={Boolean(error)}
        onChange={(event) => change({ month: event.currentTarget.value })}
        data={[
          { value: '', label: '' },
          ...monthNames('gregorian', language).map((name, at) => ({ value: String(at + 1), label: name })),
        ]}
      />
      <TextInput {...digits('year', 4)} />
      {error && (
        <p id={id} role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
