import { useTranslation } from 'react-i18next';
import classes from './comparison.module.css';
import type { Compared } from './use-compared';

interface Props {
  item: { id: string; name: string };
  compared: Compared;
}

/** Adds a plan or bundle to the comparison or removes it. */
export function CompareCheck({ item: { id, name }, compared: { ids, isFull, toggle } }: Props) {
  const { t } = useTranslation('comparison');
  const chosen = ids.includes(id);
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('compareOne', { name })}
        disabled={isFull && !chosen}
        onChange={() => toggle(id)}
      />
      {t('compare')}
    </label>
  );
}
