import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListStoresAnswer } from '@/api/gen-shops';
import { Group } from '@/components/ui/layout';
import classes from './shops.module.css';
import { activeFilters, type useWanted } from './use-wanted';

type Wanting = Pick<ReturnType<typeof useWanted>, 'wanted' | 'narrow' | 'clear'>;

/** A search by words, which applies when the form is sent. */
export function StoreSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation('shops');
  const [typed, setTyped] = useState(q);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          size="md"
          type="search"
          label={t('search.label')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="md">
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}

interface Props extends Wanting {
  known: Pick<ListStoresAnswer, 'cities' | 'services'>;
}

/** Filters of the list: the city, the opening state, and the services. */
export function Filters({ wanted, narrow, clear, known }: Props) {
  const { t } = useTranslation('shops');
  const active = activeFilters(wanted);
  const { services } = wanted;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack near" aria-label={t('filters.title')}>
      <Button
        className={classes.toggle}
        variant="default"
        size="md"
        aria-expanded={isOpen}
        rightSection={<ChevronDown size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters.title')}
      </Button>
      <div className={`stack near ${classes.choices}`} data-open={isOpen || undefined}>
        <NativeSelect
          size="md"
          label={t('filters.city')}
          value={wanted.city}
          data={[
            { value: '', label: t('filters.allCities') },
            ...known.cities.map(({ key, name, stores }) => ({
              value: key,
              label: t('filters.inCity', { city: name, count: stores }),
            })),
          ]}
          onChange={(event) => narrow({ city: event.currentTarget.value })}
        />
        <Checkbox
          size="md"
          label={t('filters.open')}
          checked={wanted.open}
          onChange={(event) => narrow({ open: event.currentTarget.checked })}
        />
        <fieldset className={classes.needs}>
          <legend>{t('filters.services')}</legend>
          <div>
            {known.services.map((service) => (
              <Checkbox
                key={service}
                size="md"
                label={t(`services.${service}`)}
                checked={services.includes(service)}
                onChange={({ currentTarget: { checked } }) =>
                  narrow({
                    services: checked ? [...services, service] : services.filter((one) => one !== service),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      {active > 0 && (
        <Group component="p" gap="0.5rem 1rem">
          {t('filters.active', { count: active })}{' '}
          <Button variant="default" size="sm" onClick={clear}>
            {t('filters.clear')}
          </Button>
        </Group>
      )}
    </section>
  );
}
