import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { digitInput } from '@/lib/form/digit-input';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (mobile: string) => void;
}

/** A field for the mobile number of an STC Pay wallet. */
export function StcPayField({ value, error, onChange }: Props) {
  const { t } = useTranslation('payment');
  return (
    <TextInput
      size="md"
      type="tel"
      label={t('stcPayMobile')}
      description={t('stcPayMobileHint')}
      autoComplete="tel"
      maxLength={40}
      value={value}
      error={error}
      {...digitInput}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
