import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listNumberCategoriesOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { Money } from '@/components/money';
import { useLanguage } from '@/lib/text/use-language';
import classes from './number-filters.module.css';
import type { useNumberSearch } from './use-number-search';

type Search = ReturnType<typeof useNumberSearch>;

/** The classes appear at once, so that nothing moves when their prices arrive. */
const expected = (['bronze', 'silver', 'gold', 'platinum'] as const).map((key) => ({
  key,
  price: undefined,
}));

function CategoryFilter({ search }: { search: Search }) {
  const { t } = useTranslation(['numbers', 'common']);
  const language = useLanguage();
  const categories = useQuery(listNumberCategoriesOptions({ headers: { 'accept-language': language } }));
  const { maxPrice = Number.POSITIVE_INFINITY } = search;
  const shown = (categories.data?.items ?? expected).filter(({ price = 0 }) => price <= maxPrice);
  const choices = shown.map(({ key, price }) => ({
    value: key,
    label: (
      <span className={classes.category}>
        <span className={classes.dot} data-metal={key} aria-hidden />
        {t(`common:category.${key}`)}
        <small>{price === undefined ? '…' : <Money amount={price} freeWhenZero />}</small>
      </span>
    ),
  }));
  return (
    <ChoiceChips
      legend={t('category')}
      name="category"
      value={search.category ?? 'all'}
      choices={[{ value: 'all' as const, label: t('all') }, ...choices]}
      onChange={(value) => search.setCategory(value === 'all' ? undefined : value)}
    />
  );
}

/** Filters for the digits after the fixed prefix, their place, and the class. */
export function NumberFilters({ search }: { search: Search }) {
  const { t } = useTranslation('numbers');
  return (
    <search className={classes.filters}>
      <div className={classes.row}>
        <TextInput
          className={classes.digits}
          size="lg"
          label={t('label')}
          description={t('hint')}
          inputMode="numeric"
          inputContainer={(input) => <div dir="ltr">{input}</div>}
          autoComplete="off"
          leftSection={<span className={classes.prefix}>{t('prefix')}</span>}
          leftSectionWidth={64}
          value={search.digits}
          onChange={(event) => search.setDigits(event.currentTarget.value)}
        />
        <ChoiceChips
          legend={t('mode')}
          name="where"
          value={search.atEnd ? 'end' : 'any'}
          choices={[
            { value: 'any' as const, label: t('contains') },
            { value: 'end' as const, label: t('endsWith') },
          ]}
          onChange={(value) => search.setAtEnd(value === 'end')}
        />
      </div>
      <CategoryFilter search={search} />
    </search>
  );
}
