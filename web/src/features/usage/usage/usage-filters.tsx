import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { dayAhead } from '@/lib/text/days';
import { useLanguage } from '@/lib/text/use-language';
import { monthName } from '../month-name';
import type { UsageKind } from './kinds';
import { monthsUntil } from './period';
import classes from './usage.module.css';
import { placesOf, type UsageFilter } from './use-usage-filter';

interface Props {
  open: readonly UsageKind[];
  filter: UsageFilter;
}

/** Filters for the kind of usage, its period and its place. */
export function UsageFilters({ open, filter }: Props) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const places = placesOf[filter.kind];
  return (
    <>
      {open.length > 1 && (
        <ChoiceChips
          legend={t('usage.kind.label')}
          name="type"
          value={filter.kind}
          choices={open.map((value) => ({ value, label: t(`usage.kind.${value}`) }))}
          onChange={(kind) => filter.choose({ kind })}
        />
      )}
      <div className={classes.filters}>
        <NativeSelect
          label={t('usage.period.label')}
          value={filter.period}
          data={[
            { value: '7', label: t('usage.period.week') },
            { value: '30', label: t('usage.period.month') },
            ...monthsUntil(dayAhead(0)).map((value) => ({ value, label: monthName(value, language) })),
          ]}
          onChange={({ currentTarget }) => filter.choose({ period: currentTarget.value })}
        />
        {places.length > 0 && (
          <NativeSelect
            label={t('usage.place.label')}
            value={filter.place ?? ''}
            data={[
              { value: '', label: t('usage.place.any') },
              ...places.map((value) => ({ value, label: t(`usage.place.${value}`) })),
            ]}
            onChange={({ currentTarget }) =>
              filter.choose({ place: places.find((place) => place === currentTarget.value) })
            }
          />
        )}
      </div>
    </>
  );
}
