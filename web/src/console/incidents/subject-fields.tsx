import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { SelectField } from '@/components/form/select-field';
import { partners, type Typed } from './typed';
import { useCities } from './use-incidents';

interface Props {
  form: UseFormReturn<Typed>;
  onChange: () => void;
}

const other = { partner: 'city', city: 'partner' } as const;

/** A choice between a partner and a city: each clears the other. */
export function SubjectFields({ form, onChange }: Props) {
  const { t } = useTranslation('incidents');
  const { cities, error } = useCities();
  const choose = (name: 'partner' | 'city') => (chosen: string) => {
    if (chosen !== '') {
      form.setValue(other[name], '');
    }
    form.clearErrors(['partner', 'city']);
    onChange();
  };
  return (
    <>
      <SelectField
        form={form}
        name="partner"
        label={t('field.partner')}
        missing={t('field.whatError')}
        data={[
          { value: '', label: t('field.noPartner') },
          ...partners.map((value) => ({ value, label: t(`partner.${value}`) })),
        ]}
        onType={choose('partner')}
      />
      <SelectField
        form={form}
        name="city"
        label={t('field.city')}
        description={t('field.cityHint')}
        missing={t('field.whatError')}
        data={[
          { value: '', label: t('field.noCity') },
          ...cities.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onType={choose('city')}
      />
      <ErrorNotice error={error} />
    </>
  );
}
