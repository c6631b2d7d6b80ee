import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoamingCountry } from '@/api/gen-rates';
import { Flag } from '@/components/flag';
import { latinDigits } from '@/lib/text/digits';
import { findCountry } from '@/lib/text/find-country';
import classes from './trip.module.css';

/** The number of countries offered at a time: a few fit under the field on a phone. */
const offered = 6;

interface Props {
  countries: RoamingCountry[];
  onChoose: (country: RoamingCountry) => void;
}

/** Finds the country of a trip by its name in either language. */
export function Destination({ countries, onChoose }: Props) {
  const { t } = useTranslation('rates');
  const [typed, setTyped] = useState('');
  const found = findCountry(countries, typed);
  return (
    <div className={classes.destination}>
      <TextInput
        size="lg"
        type="search"
        label={t('trip.where')}
        placeholder={t('trip.wherePlaceholder')}
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(latinDigits(event.currentTarget.value))}
      />
      {found.length === 0 && <p role="status">{t('trip.unserved')}</p>}
      <ul className={classes.found}>
        {found.slice(0, offered).map((country) => (
          <li key={country.country}>
            <button type="button" className={classes.country} onClick={() => onChoose(country)}>
              <Flag country={country.country} /> {country.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
