import { Group, Stack } from '@/components/ui/layout';
import '@mantine/core/styles/Kbd.layer.css';
import { Button, Checkbox, Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Ltr } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import classes from './keys-dialog.module.css';
import { useSingleKeys } from './shortcuts';

const rows = [
  { does: 'next', keys: ['J', '↓'] },
  { does: 'previous', keys: ['K', '↑'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'reload', keys: ['R'] },
  { does: 'queue', keys: ['Q'] },
  { does: 'find', keys: ['/'] },
  { does: 'help', keys: ['?'] },
] as const;

/** The list of single-key shortcuts, with a switch for them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['console', 'common']);
  const [on, setOn] = useSingleKeys();
  return (
    <ModalDialog title={t('keys.title')} onClose={onClose}>
      <div className="stack">
        <Stack component="dl" gap={8} className={classes.keys} data-off={!on || undefined}>
          {rows.map(({ does, keys }) => (
            <Group key={does} align="baseline" justify="space-between" wrap="nowrap" className={classes.row}>
              <dt>{t(`keys.${does}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Ltr key={key}>
                    <Kbd>{key}</Kbd>
                  </Ltr>
                ))}
              </dd>
            </Group>
          ))}
        </Stack>
        <Checkbox
          label={t('keys.on')}
          description={t('keys.onHint')}
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </div>
    </ModalDialog>
  );
}
