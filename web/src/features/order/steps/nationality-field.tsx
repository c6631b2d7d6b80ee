import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@/components/form/select-field';
import { countryNames } from '@/lib/text/country-names';
import { hasWords } from '@/lib/text/fold';
import { useLanguage } from '@/lib/text/use-language';
import type { TypedClaim } from './eligibility';
import { nationalities } from './nationalities';

interface Props {
  form: UseFormReturn<TypedClaim>;
  /** A citizen's nationality follows from the ID, so there is no search. */
  isCitizen: boolean;
}

/** A choice of nationality. The list is long: a word of a country's name, in either language, filters it. */
export function NationalityField({ form, isCitizen }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const chosen = form.watch('nationality');
  const [typed, setTyped] = useState('');
  const all = useMemo(() => nationalities(language, t('eligibility.stateless')), [language, t]);
  const foundBy = (words: string) =>
    all.filter(({ value, label }) => hasWords(`${label} ${countryNames(value)}`, words));
  const found = isCitizen ? all : foundBy(typed);
  const search = (words: string) => {
    setTyped(words);
    const [first, ...others] = foundBy(words);
    if (first && others.length === 0) {
      form.setValue('nationality', first.value, { shouldValidate: form.formState.isSubmitted });
    }
  };
  return (
    <>
      {!isCitizen && (
        <TextInput
          size="md"
          type="search"
          label={t('eligibility.countrySearch')}
          description={
            <span aria-live="polite">
              {typed.trim() === ''
                ? t('eligibility.countrySearchHint')
                : t('eligibility.countriesFound', { count: found.length })}
            </span>
          }
          autoComplete="off"
          maxLength={60}
          value={typed}
          onChange={(event) => search(event.currentTarget.value)}
        />
      )}
      <SelectField
        form={form}
        name="nationality"
        label={t('eligibility.nationality')}
        invalid={t('eligibility.nationalityError')}
        data={[
          { value: '', label: t('eligibility.nationalityChoose') },
          ...all.filter((entry) => entry.value === chosen || found.includes(entry)),
        ]}
      />
    </>
  );
}
