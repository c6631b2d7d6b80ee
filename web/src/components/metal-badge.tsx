import { useTranslation } from 'react-i18next';
import type { NumberCategoryKey } from '@/api/gen';
import classes from './metal-badge.module.css';

/** The class of a number as a badge in the colour of its metal. */
export function MetalBadge({ category }: { category: NumberCategoryKey }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badge} data-metal={category}>
      {t(`category.${category}`)}
    </span>
  );
}
