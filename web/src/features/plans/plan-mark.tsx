import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import { Group } from '@/components/ui/layout';

/** The badge of a plan, if it has one. */
export function PlanMark({ plan: { featured, promoted } }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  if (!featured && !promoted) {
    return null;
  }
  return (
    <Group component="p" gap={6.4} align="stretch">
      {promoted && <span className="pill">{t('promoted')}</span>}
      {featured && <span className="pill">{t('featured')}</span>}
    </Group>
  );
}
