import { useTranslation } from 'react-i18next';
import type { Incident } from '@/api/gen-support';
import { ModalDialog } from '@/components/modal-dialog';
import { IncidentForm } from './incident-form';
import { changeIn, openedIn, typedFrom } from './typed';
import { useChange, useOpen } from './use-incidents';

/** Opens an incident: its subject, its expected end, and the texts for customers. */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const open = useOpen();
  return (
    <ModalDialog title={t('open.title')} onClose={onClose}>
      <IncidentForm
        opens
        typed={typedFrom()}
        error={open.error}
        busy={open.isPending}
        onSend={(typed) => open.mutate(openedIn(typed), { onSuccess: onClose })}
        onChange={open.reset}
        onClose={onClose}
        means={t('open.means')}
        send={t('open.send')}
      />
    </ModalDialog>
  );
}

interface ChangeProps {
  incident: Incident;
  /** The subject of the incident as a text. */
  name: string;
  onClose: () => void;
}

/** Changes the end and the texts of an incident; its subject stays. */
export function ChangeDialog({ incident, name, onClose }: ChangeProps) {
  const { t } = useTranslation('incidents');
  const change = useChange(incident.id);
  return (
    <ModalDialog title={t('change.of', { name })} onClose={onClose}>
      <IncidentForm
        opens={false}
        typed={typedFrom(incident)}
        error={change.error}
        busy={change.isPending}
        onSend={(typed) => change.mutate(changeIn(typed), { onSuccess: onClose })}
        onChange={change.reset}
        onClose={onClose}
        means={t('change.means')}
        send={t('change.send')}
      />
    </ModalDialog>
  );
}
