import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LastSwitch as Last } from '@/api/gen-session';
import { Notice } from '@/components/notice';
import { usePath } from '@/lib/site/use-path';

const words = (status: Last['status']) => {
  switch (status) {
    case 'completed':
    case 'failed':
    case 'held':
    case 'challenge':
      return status;
    default:
      return 'underWay';
  }
};

const tones = {
  completed: 'positive',
  failed: 'negative',
  held: 'warning',
  challenge: 'warning',
  underWay: 'info',
} as const;

/** The progress of a requested switch, also for a customer who closed its page. */
export function LastSwitch({ last: { plan, purchaseId, status } }: { last: Last }) {
  const { t } = useTranslation('my-plan');
  const path = usePath('purchase');
  const now = words(status);
  return (
    <Notice
      tone={tones[now]}
      title={t(`lastSwitch.${now}`, { plan })}
      action={path && <Link to={`${path}/${purchaseId}`}>{t('lastSwitch.open')}</Link>}
    />
  );
}
