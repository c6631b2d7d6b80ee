import { Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import type { Bundle } from '@/api/gen-bundles';
import type { Compared } from './compared';

interface Props {
  bundle: Pick<Bundle, 'id' | 'name'>;
  compared: Compared;
}

/** Adds a bundle to the comparison or removes it. */
export function CompareButton({ bundle: { id, name }, compared: { ids, isFull, toggle } }: Props) {
  const { t } = useTranslation('bundles');
  const chosen = ids.includes(id);
  return (
    <Button
      variant={chosen ? 'light' : 'default'}
      aria-pressed={chosen}
      aria-label={t('compare.choose', { name })}
      disabled={isFull && !chosen}
      leftSection={chosen ? <Check size={18} aria-hidden /> : undefined}
      onClick={() => toggle(id)}
    >
      {t('compare.add')}
    </Button>
  );
}
