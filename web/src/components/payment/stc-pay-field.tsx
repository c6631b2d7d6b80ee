import { useTranslation } from 'react-i18next';
import { MobileField } from '@/components/form/number-field';
import type { AnyForm } from '@/components/form/use-bound';
import type { Means } from './means';

/** A field for the mobile number of an STC Pay wallet. */
export function StcPayField({ form }: { form: AnyForm<Means> }) {
  const { t } = useTranslation('payment');
  const error = t('stcPayMobileError');
  return (
    <MobileField
      form={form}
      name="stcPayMobile"
      label={t('stcPayMobile')}
      description={t('stcPayMobileHint')}
      missing={error}
      invalid={error}
      autoComplete="tel"
    />
  );
}
