import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';
import classes from './comparison.module.css';
import { comparedSearch, mostCompared } from './use-compared';

/** The number of chosen plans or bundles, with a link to compare them. */
export function CompareBar({ of, ids }: { of: 'plans' | 'bundles'; ids: string[] }) {
  const { t } = useTranslation('comparison');
  const path = usePath(`compare-${of}`);
  if (!path || ids.length === 0) {
    return null;
  }
  return (
    <section className={classes.bar} aria-label={t(`${of}.title`)}>
      <p role="status">
        {ids.length > 1 ? t(`${of}.count`, { count: ids.length, most: mostCompared }) : t(`${of}.another`)}
      </p>
      {ids.length > 1 && (
        <Button component={Link} to={path + comparedSearch(ids)}>
          {t('compare')}
        </Button>
      )}
    </section>
  );
}
