import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';
import classes from './compare.module.css';
import { comparedSearch, mostCompared } from './compared';

/** The number of chosen bundles, with a link to compare them. */
export function CompareBar({ ids }: { ids: string[] }) {
  const { t } = useTranslation('bundles');
  const path = usePath('compare-bundles');
  if (!path || ids.length === 0) {
    return null;
  }
  return (
    <section className={classes.bar} aria-label={t('compare.title')}>
      <p role="status">
        {ids.length > 1
          ? t('compare.count', { count: ids.length, most: mostCompared })
          : t('compare.another')}
      </p>
      {ids.length > 1 && (
        <Button component={Link} to={path + comparedSearch(ids)}>
          {t('compare.go')}
        </Button>
      )}
    </section>
  );
}
