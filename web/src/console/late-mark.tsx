import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './marks.module.css';

/** Marks work that has waited longer than it should. */
export function LateMark() {
  const { t } = useTranslation('console');
  return (
    <Badge component="span" className={`${classes.mark} ${classes.late}`}>
      {t('late')}
    </Badge>
  );
}
