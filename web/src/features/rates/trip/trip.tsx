import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoamingCountry } from '@/api/gen-rates';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { Disclosure } from '@/components/disclosure';
import { Flag } from '@/components/flag';
import { useSession } from '@/lib/session';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from '../rates.module.css';
import { Destination } from './destination';
import own from './trip.module.css';
import { TripAnswer } from './trip-answer';

const longest = 30;
const lengths = Array.from({ length: longest }, (_, index) => index + 1);
const megabytes = ['100', '500', '1024', '3072'] as const;
const minutes = ['0', '10', '30', '60'] as const;

type Megabytes = (typeof megabytes)[number];
type Minutes = (typeof minutes)[number];

/** The usage of a day, told in words until the customer changes it. A line for data makes no calls. */
function useDailyUse() {
  const { selected } = useSession();
  const dataOnly = selected?.properties?.data_sim === true;
  const [data, setData] = useState<Megabytes>('500');
  const [calls, setCalls] = useState<Minutes>('10');
  return { dataOnly, data, setData, calls: dataOnly ? ('0' as const) : calls, setCalls };
}

/** A trip in two answers, country and days: the pass for it, and its cost without one. */
export function Trip({ countries }: { countries: RoamingCountry[] }) {
  const { t } = useTranslation('rates');
  const quantity = useQuantity();
  const [country, setCountry] = useState<RoamingCountry>();
  const [days, setDays] = useState(7);
  const use = useDailyUse();
  const words = {
    data: quantity(Number(use.data), 'MB'),
    calls: quantity(Number(use.calls), 'minute'),
  };
  return (
    <section className={`card ${own.trip}`} aria-labelledby="trip">
      <h2 id="trip" className={classes.name}>
        {t('trip.title')}
      </h2>
      {country ? (
        <p className={own.chosen}>
          <Flag country={country.country} /> <strong>{country.name}</strong>
          <button type="button" className={own.change} onClick={() => setCountry(undefined)}>
            {t('trip.elsewhere')}
          </button>
        </p>
      ) : (
        <Destination countries={countries} onChoose={setCountry} />
      )}
      <NativeSelect
        size="md"
        className={own.days}
        label={t('trip.days')}
        value={String(days)}
        data={lengths.map((length) => ({
          value: String(length),
          label: t('roaming.days', { count: length }),
        }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      {use.dataOnly && <p role="note">{t('trip.dataOnly')}</p>}
      <Disclosure title={t(use.calls === '0' ? 'trip.useData' : 'trip.use', words)}>
        <div className={own.use}>
          <ChoiceChips
            legend={t('trip.data')}
            name="trip-data"
            value={use.data}
            choices={megabytes.map((value) => ({ value, label: quantity(Number(value), 'MB') }))}
            onChange={use.setData}
          />
          {!use.dataOnly && (
            <ChoiceChips
              legend={t('trip.calls')}
              name="trip-calls"
              value={use.calls}
              choices={minutes.map((value) => ({ value, label: quantity(Number(value), 'minute') }))}
              onChange={use.setCalls}
            />
          )}
        </div>
      </Disclosure>
      {country && (
        <TripAnswer
          key={country.country}
          country={country}
          stay={{ days, megabytes: Number(use.data), home: Number(use.calls) }}
          words={words}
        />
      )}
    </section>
  );
}
