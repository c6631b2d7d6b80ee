import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoamingCountry } from '@/api/gen-rates';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { digitsOnly } from '@/lib/text/digits';
import { Estimate, type Stay } from './estimate';
import classes from './rates.module.css';

/** The limits of each input, which are the server's limits. */
const asked = { days: [1, 90], home: [0, 1440], taken: [0, 1440], megabytes: [0, 100_000] } as const;
type Name = keyof typeof asked;
const isName = (name: string): name is Name => Object.hasOwn(asked, name);
const names = Object.keys(asked).filter(isName);

const within = (name: Name, typed: string): boolean => {
  const [least, most] = asked[name];
  return typed !== '' && Number(typed) >= least && Number(typed) <= most;
};

/** A trip to a country: the daily usage there, and its price without a bundle. */
export function Planner({ countries }: { countries: RoamingCountry[] }) {
  const { t } = useTranslation('rates');
  const [country, setCountry] = useState(countries[0]?.country ?? '');
  const [typed, setTyped] = useState<Record<Name, string>>({
    days: '7',
    home: '10',
    taken: '10',
    megabytes: '100',
  });
  const [tries, setTries] = useState(0);
  const [stay, setStay] = useState<Stay>();
  const form = useFirstMistake(tries, undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (names.every((name) => within(name, typed[name]))) {
      const { days, home, taken, megabytes } = typed;
      setStay({
        country,
        days: Number(days),
        home: Number(home),
        taken: Number(taken),
        megabytes: Number(megabytes),
      });
    }
  };
  return (
    <section className="stack" aria-labelledby="planner">
      <h2 id="planner" className={classes.name}>
        {t('planner.title')}
      </h2>
      <form noValidate ref={form} className="stack card" onSubmit={submit}>
        <NativeSelect
          size="md"
          label={t('planner.country')}
          value={country}
          data={countries.map((one) => ({ value: one.country, label: one.name }))}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <div className={classes.fields}>
          {names.map((name) => (
            <TextInput
              key={name}
              size="md"
              dir="ltr"
              inputMode="numeric"
              label={t(`planner.${name}`)}
              autoComplete="off"
              value={typed[name]}
              error={
                tries > 0 && !within(name, typed[name])
                  ? t('planner.between', { least: asked[name][0], most: asked[name][1] })
                  : undefined
              }
              onChange={(event) =>
                setTyped({ ...typed, [name]: digitsOnly(event.currentTarget.value).slice(0, 6) })
              }
            />
          ))}
        </div>
        <Button type="submit" size="lg" className="primary-action">
          {t('planner.submit')}
        </Button>
      </form>
      {stay && <Estimate {...stay} />}
      <p className="dimmed">{t('planner.note')}</p>
    </section>
  );
}
