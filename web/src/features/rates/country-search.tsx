import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '@/lib/text/digits';
import classes from './rates.module.css';

interface Props {
  typed: string;
  found: number;
  onType: (typed: string) => void;
}

/** Filters a list of countries while the customer types; screen readers announce the number left. */
export function CountrySearch({ typed, found, onType }: Props) {
  const { t } = useTranslation('rates');
  return (
    <div className={classes.search}>
      <TextInput
        size="md"
        type="search"
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => onType(latinDigits(event.currentTarget.value))}
      />
      <p className={found > 0 ? 'dimmed' : 'visually-hidden'} role="status">
        {typed.trim() !== '' && t('search.found', { count: found })}
      </p>
    </div>
  );
}
