import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserSession } from '@/api/gen-session';
import { Ltr } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import classes from './sessions.module.css';
import { useSessionWords } from './words';

/** A device with an open sign-in. */
export function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const { t } = useTranslation('sessions');
  const words = useSessionWords();
  const device = words.device(session);
  return (
    <Group component="li" gap="0.75rem 1.5rem" justify="space-between" className={classes.row}>
      <div>
        <h3 className={classes.device}>
          <bdi>{device}</bdi>
          {session.current && <span className="pill">{t('open.current')}</span>}
        </h3>
        <dl className={classes.facts}>
          <div>
            <dt>{t('open.begun')}</dt>
            <dd>
              {words.moment(session.begun_at)} {t(`way.${session.provider}`)}
            </dd>
          </div>
          <div>
            <dt>{t('open.used')}</dt>
            <dd>{words.moment(session.used_at)}</dd>
          </div>
          {session.network && (
            <div>
              <dt>{t('open.network')}</dt>
              <dd>
                <Ltr>{session.network}</Ltr>
              </dd>
            </div>
          )}
        </dl>
      </div>
      {!session.current && (
        <Button variant="default" aria-label={t('open.endOf', { device })} onClick={onEnd}>
          {t('open.end')}
        </Button>
      )}
    </Group>
  );
}
