import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@/api/gen-session';
import { Group } from '@/components/ui/layout';
import classes from '../sessions.module.css';
import { useSessionWords } from '../words';

interface Props {
  passkey: Passkey;
  onAsk: (about: 'renaming' | 'removing') => void;
}

/** A passkey, with the details by which its owner recognises it. */
export function PasskeyRow({ passkey: { name, added_at, used_at }, onAsk }: Props) {
  const { t } = useTranslation('passkeys');
  const { moment } = useSessionWords();
  return (
    <Group component="li" gap="0.75rem 1.5rem" justify="space-between" className={classes.row}>
      <div>
        <h3 className={classes.device}>
          <bdi>{name}</bdi>
        </h3>
        <dl className={classes.facts}>
          <div>
            <dt>{t('list.added')}</dt>
            <dd>{moment(added_at)}</dd>
          </div>
          <div>
            <dt>{t('list.used')}</dt>
            <dd>{used_at ? moment(used_at) : t('list.never')}</dd>
          </div>
        </dl>
      </div>
      <div className="button-row">
        <Button variant="default" aria-label={t('list.renameOf', { name })} onClick={() => onAsk('renaming')}>
          {t('list.rename')}
        </Button>
        <Button variant="default" aria-label={t('list.removeOf', { name })} onClick={() => onAsk('removing')}>
          {t('list.remove')}
        </Button>
      </div>
    </Group>
  );
}
