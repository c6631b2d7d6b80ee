import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { removeCard } from '@/api/gen-purchases';
import { ConfirmDialog } from '@/components/confirm-dialog';
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
    <ConfirmDialog
      title={t('deleting.title', { name })}
      error={remove.error}
      busy={remove.isPending}
      keep={t('deleting.keep')}
      confirm={t('deleting.confirm')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('deleting.text')}
    </ConfirmDialog>
  );
}
