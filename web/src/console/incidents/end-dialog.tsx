import { useTranslation } from 'react-i18next';
import type { Incident } from '@/api/gen-support';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useEnd } from './use-incidents';

interface Props {
  incident: Incident;
  name: string;
  onClose: () => void;
}

/** The people who will be told about the end, the people who will not, and the confirmation. */
export function EndDialog({ incident, name, onClose }: Props) {
  const { t } = useTranslation(['incidents', 'common']);
  const end = useEnd();
  return (
    <ConfirmDialog
      title={t('end.of', { name })}
      error={end.error}
      busy={end.isPending}
      keep={t('common:actions.cancel')}
      confirm={t('end.send')}
      harmless
      onConfirm={() => end.mutate(incident.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('touched', { count: incident.orders })}</p>
      <p>{t('end.told')}</p>
      <p>{t('end.untold')}</p>
    </ConfirmDialog>
  );
}
