import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MobileField } from '@/components/form/number-field';

/** The number of the recipient. The server decides whether it can receive. */
export function RecipientField() {
  const { t } = useTranslation('transfer');
  return (
    <MobileField
      form={useFormContext<{ to_mobile: string }>()}
      name="to_mobile"
      label={t('to.label')}
      description={t('to.hint')}
      missing={t('to.error')}
      invalid={t('to.error')}
      autoComplete="off"
    />
  );
}
