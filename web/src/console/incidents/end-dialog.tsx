import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Incident } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
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
    <ModalDialog title={t('end.of', { name })} onClose={onClose}>
      <div className="stack">
        <p>{t('touched', { count: incident.orders })}</p>
        <p>{t('end.told')}</p>
        <p>{t('end.untold')}</p>
        <ErrorNotice error={end.error} />
        <Button
          color="red"
          loading={end.isPending}
          onClick={() => end.mutate(incident.id, { onSuccess: onClose })}
        >
          {t('end.send')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </div>
    </ModalDialog>
  );
}
