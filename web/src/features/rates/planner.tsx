import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { RoamingCountry } from '@/api/gen-rates';
import { Form } from '@/components/form/form';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { Estimate, type Stay } from './estimate';
import classes from './rates.module.css';

/** The limits of each input, which are the server's limits. */
const asked = { days: [1, 90], home: [0, 1440], taken: [0, 1440], megabytes: [0, 100_000] } as const;
type Name = keyof typeof asked;
const names = ['days', 'home', 'taken', 'megabytes'] as const satisfies Name[];

/** A typed number within the limits of its question. */
const within = (name: Name) =>
  z.pipe(
    z.pipe(z.string().check(z.minLength(1)), z.transform(Number)),
    z.number().check(z.minimum(asked[name][0]), z.maximum(asked[name][1])),
  );

const schema = z.object({
  country: z.string(),
  days: within('days'),
  home: within('home'),
  taken: within('taken'),
  megabytes: within('megabytes'),
});
type Typed = z.input<typeof schema>;

/** A trip to a country: the daily usage there, and its price without a bundle. */
export function Planner({ countries }: { countries: RoamingCountry[] }) {
  const { t } = useTranslation('rates');
  const { form } = useSchemaForm<Typed, Stay>(schema, {
    defaultValues: {
      country: countries[0]?.country ?? '',
      days: '7',
      home: '10',
      taken: '10',
      megabytes: '100',
    },
    mode: 'onSubmit',
  });
  const [stay, setStay] = useState<Stay>();
  return (
    <section className="stack" aria-labelledby="planner">
      <h2 id="planner" className={classes.name}>
        {t('planner.title')}
      </h2>
      <Form form={form} className="stack card" onSubmit={setStay}>
        <SelectField
          form={form}
          name="country"
          label={t('planner.country')}
          data={countries.map((one) => ({ value: one.country, label: one.name }))}
        />
        <div className={classes.fields}>
          {names.map((name) => {
            const error = t('planner.between', { least: asked[name][0], most: asked[name][1] });
            return (
              <NumberField
                key={name}
                form={form}
                name={name}
                most={6}
                label={t(`planner.${name}`)}
                missing={error}
                invalid={error}
              />
            );
          })}
        </div>
        <Button type="submit" size="lg" className="primary-action">
          {t('planner.submit')}
        </Button>
      </Form>
      {stay && <Estimate {...stay} />}
      <p className="dimmed">{t('planner.note')}</p>
    </section>
  );
}
