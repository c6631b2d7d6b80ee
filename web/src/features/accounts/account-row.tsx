import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Subscriber } from '@/api/gen-session';
import { LineState } from '@/components/line/line-state';
import { Msisdn } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import { nameOfLine } from '@/lib/session/line-name';
import classes from './accounts.module.css';

function Labels({ line }: { line: Subscriber }) {
  const { t } = useTranslation('accounts');
  const { subscription_type: type, data_sim: dataSim } = line.properties;
  return (
    <p className={classes.labels}>
      {line.user.is_main && <strong>{t('main')}</strong>}
      <span>{t(type)}</span>
      {dataSim && <span>{t('dataSim')}</span>}
    </p>
  );
}

interface Props {
  line: Subscriber;
  inUse: boolean;
  mayChange: boolean;
  onUse: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** A line and its actions. */
export function AccountRow({ line, inUse, mayChange, onUse, onRename, onDelete }: Props) {
  const { t } = useTranslation('accounts');
  const name = nameOfLine(line);
  return (
    <li className={`card row between ${classes.account}`} data-in-use={inUse || undefined}>
      <div>
        {line.nickname && <h2 className={classes.name}>{line.nickname}</h2>}
        <Msisdn value={line.mobile_number} className={line.nickname ? classes.number : classes.name} />
        <Labels line={line} />
        {line.state !== 'active' && <LineState state={line.state} />}
      </div>
      <Group gap="sm">
        {inUse ? (
          <span className="pill">{t('inUse')}</span>
        ) : (
          <Button aria-label={t('use', { name })} onClick={onUse}>
            {t('useShort')}
          </Button>
        )}
        {mayChange && !line.user.is_main && (
          <>
            <Button variant="default" aria-label={t('renameOf', { name })} onClick={onRename}>
              {t('rename')}
            </Button>
            <Button variant="subtle" color="red" aria-label={t('removeOf', { name })} onClick={onDelete}>
              {t('remove')}
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}
