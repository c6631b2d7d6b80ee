import { Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import type { Compared } from './use-compared';

interface Props {
  item: { id: string; name: string };
  compared: Compared;
}

/** Adds a plan or bundle to the comparison or removes it. */
export function CompareButton({ item: { id, name }, compared: { ids, isFull, toggle } }: Props) {
  const { t } = useTranslation('comparison');
  const chosen = ids.includes(id);
  return (
    <Button
      variant={chosen ? 'light' : 'default'}
      aria-pressed={chosen}
      aria-label={t('compareOne', { name })}
      disabled={isFull && !chosen}
      leftSection={chosen ? <Check size={18} aria-hidden /> : undefined}
      onClick={() => toggle(id)}
    >
      {t('compare')}
    </Button>
  );
}
