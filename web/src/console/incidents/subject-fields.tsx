import { NativeSelect } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
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
  const said = (name: 'partner' | 'city') => {
    const mistake = form.getFieldState(name, form.formState).error;
    return mistake && (mistake.type === 'server' ? mistake.message : t('field.whatError'));
  };
  const register = (name: 'partner' | 'city') =>
    form.register(name, {
      validate: () => name === 'city' || form.getValues(['partner', 'city']).some((value) => value !== ''),
      onChange: ({ target }: { target: { value: string } }) => {
        if (target.value !== '') {
          form.setValue(other[name], '');
        }
        form.clearErrors(['partner', 'city']);
        onChange();
      },
    });
  return (
    <>
      <NativeSelect
        size="md"
        label={t('field.partner')}
        error={said('partner')}
        data={[
          { value: '', label: t('field.noPartner') },
          ...partners.map((value) => ({ value, label: t(`partner.${value}`) })),
        ]}
        {...register('partner')}
      />
      <NativeSelect
        size="md"
        label={t('field.city')}
        description={t('field.cityHint')}
        error={said('city')}
        data={[
          { value: '', label: t('field.noCity') },
          ...cities.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        {...register('city')}
        value={form.watch('city')} // the list loads later than the known city
      />
      <ErrorNotice error={error} />
    </>
  );
}
