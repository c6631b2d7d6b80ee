import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseRenewal, type LineRenewal } from '@/api/gen-bundles';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

interface Props {
  renewal: LineRenewal;
  onDone: () => unknown;
}

/**
 * The dialog that confirms the choice: a renewal charges the customer each time, and a stop ends the bundle.
 */
function ChoiceDialog({ renewal, onDone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('renewal');
  const language = useLanguage();
  const { id, name, billed, renews, until } = renewal;
  const choice = renews ? 'off' : 'on';
  const choose = useEffectCall<void, unknown>(
    (call) => chooseRenewal({ ...call, path: { id }, body: { renews: !renews } }),
    async () => {
      await onDone();
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={t(`${choice}.title`, { name })}
      error={choose.error}
      busy={choose.isPending}
      keep={t('keep')}
      confirm={t(`${choice}.confirm`)}
      harmless
      onConfirm={() => choose.mutate()}
      onClose={onClose}
    >
      {t(billed ? `billed.${choice}` : `${choice}.text`, { day: day(until, language) })}
    </ConfirmDialog>
  );
}

/** The date of the renewal or the end, and the choice between them. */
export function RenewalChoice({ renewal, onDone }: Props) {
  const { t } = useTranslation('renewal');
  const language = useLanguage();
  const [asks, setAsks] = useState(false);
  const { name, billed, renews, until } = renewal;
  const renewed = billed ? 'billed.renews' : 'renews';
  return (
    <>
      <p style={{ margin: 0 }}>{t(renews ? renewed : 'ends', { day: day(until, language) })}</p>
      <Button
        variant="default"
        aria-label={t(renews ? 'off.of' : 'on.of', { name })}
        onClick={() => setAsks(true)}
      >
        {t(renews ? 'off.open' : 'on.open')}
      </Button>
      {asks && <ChoiceDialog renewal={renewal} onDone={onDone} onClose={() => setAsks(false)} />}
    </>
  );
}
