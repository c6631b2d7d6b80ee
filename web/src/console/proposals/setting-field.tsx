import { NativeSelect, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingWords } from '@/api/gen-support';
import { useChosen } from '@/components/form/use-bound';
import classes from './proposals.module.css';
import { decimalsOf, durationOf, durationUnits, joined } from './setting-value';

interface Props {
  of: SettingWords;
  /** The first value comes from the server; later values come from this field. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

type Typed = { currentTarget: { value: string } };

/** A number and its unit. */
function DurationField({ of, value, onChange, error, ref }: Props) {
  const { t } = useTranslation('proposals');
  const [typed, setTyped] = useState(durationOf(value));
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    onChange(`${next.count.trim()}${next.unit}`);
  };
  return (
    <fieldset className={classes.duration}>
      <legend>{of.name}</legend>
      <TextInput
        ref={ref}
        size="md"
        dir="ltr"
        inputMode="numeric"
        label={t('field.count')}
        value={typed.count}
        error={error}
        onChange={(event) => change({ count: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t('field.unit')}
        value={typed.unit}
        onChange={(event) => change({ unit: event.currentTarget.value })}
        data={durationUnits.map((unit) => ({ value: unit, label: t(`duration.${unit}`) }))}
      />
    </fieldset>
  );
}

/** Amounts in riyals, or a percentage; both have two decimals. */
function DecimalField({ of, value, onChange, error, ref }: Props) {
  const { t } = useTranslation('proposals');
  const [typed, setTyped] = useState(decimalsOf(value));
  const list = of.type === 'amounts';
  const unit = of.type === 'percentage' ? '%' : ' SAR';
  return (
    <TextInput
      ref={ref}
      size="md"
      dir="ltr"
      inputMode={list ? 'text' : 'decimal'}
      maxLength={200}
      label={`${of.name} (${of.unit ?? t('field.riyals')})`}
      description={list ? t('field.listHint') : undefined}
      value={typed}
      error={error}
      onChange={(event: Typed) => {
        setTyped(event.currentTarget.value);
        onChange(joined(event.currentTarget.value, unit, list));
      }}
    />
  );
}

/** The field for the value of a setting, by the type of the setting. */
export function SettingField({ of, error }: Pick<Props, 'of' | 'error'>) {
  const { t } = useTranslation('proposals');
  const { ref, value, onChange } = useChosen({
    form: useFormContext<{ setting: string }>(),
    name: 'setting',
  });
  const props = { of, ref, value, error, onChange };
  const common = {
    size: 'md' as const,
    label: of.unit ? `${of.name} (${of.unit})` : of.name,
    value,
    error,
    onChange: (event: Typed) => onChange(event.currentTarget.value),
  };
  switch (of.type) {
    case 'duration':
      return <DurationField {...props} />;
    case 'amount':
    case 'amounts':
    case 'percentage':
      return <DecimalField {...props} />;
    case 'hour':
      return (
        <NativeSelect
          {...common}
          data={Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))}
        />
      );
    case 'yes-no':
      return (
        <NativeSelect
          {...common}
          data={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
        />
      );
    case 'whole-number':
      return <TextInput {...common} dir="ltr" inputMode="numeric" maxLength={40} />;
    case 'numbers':
      return <TextInput {...common} dir="ltr" maxLength={200} description={t('field.listHint')} />;
    default:
      return <TextInput {...common} dir="auto" maxLength={200} />;
  }
}
