import { NativeSelect, TextInput } from '@mantine/core';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Nationality } from '@/api/gen';
import { countryNames } from '@/lib/text/country-names';
import { hasWords } from '@/lib/text/fold';
import { useLanguage } from '@/lib/text/use-language';
import { nationalities } from './nationalities';

interface Props {
  chosen: string;
  error: string | undefined;
  /** A citizen's nationality follows from the ID, so there is no search. */
  isCitizen: boolean;
  onChoose: (code: Nationality) => void;
  field: ComponentProps<typeof NativeSelect>;
}

/** A choice of nationality. The list is long: a word of a country's name, in either language, filters it. */
export function NationalityField({ chosen, error, isCitizen, onChoose, field }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const all = useMemo(() => nationalities(language, t('eligibility.stateless')), [language, t]);
  const foundBy = (words: string) =>
    all.filter(({ value, label }) => hasWords(`${label} ${countryNames(value)}`, words));
  const found = isCitizen ? all : foundBy(typed);
  const search = (words: string) => {
    setTyped(words);
    const [first, ...others] = foundBy(words);
    if (first && others.length === 0) {
      onChoose(first.value);
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
      <NativeSelect
        size="md"
        label={t('eligibility.nationality')}
        error={error}
        data={[
          { value: '', label: t('eligibility.nationalityChoose') },
          ...all.filter((entry) => entry.value === chosen || found.includes(entry)),
        ]}
        {...field}
      />
    </>
  );
}
