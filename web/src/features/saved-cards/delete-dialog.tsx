import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { removeCard } from '@/api/gen-purchases';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useCardName } from './use-card-name';

interface Props {
  card: SavedCard;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the deletion of a card. */
export function DeleteDialog({ card, onClose, onDone }: Props) {
  const { t } = useTranslation('saved-cards');
  const name = useCardName()(card);
  const remove = useEffectCall<void, unknown>(
    (call) => removeCard({ ...call, path: { cardId: card.id } }),
    onDone,
  );
  return (
    <ModalDialog title={t('deleting.title', { name })} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('deleting.text')}</p>
        <ErrorNotice error={remove.error} />
        <Button variant="default" onClick={onClose}>
          {t('deleting.keep')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('deleting.confirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}
