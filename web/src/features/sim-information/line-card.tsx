import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SimInfo } from '@/api/gen-lines';
import { LineState } from '@/components/line/line-state';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { HelpLink } from '@/components/support/help-link';
import { Group } from '@/components/ui/layout';
import { reloadSession } from '@/lib/session';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { LostPhoneDialog } from './lost-phone-dialog';
import classes from './sim-information.module.css';

type Open = 'suspend' | 'return';

/** The page that ends a state of the line. */
const ways = { plan: 'my-plan', replacement: 'my-orders' } as const;

/** The next action for a line that its owner suspended. */
function Suspended({ info, onReturn }: { info: SimInfo; onReturn: () => void }) {
  const { t } = useTranslation('sim-information');
  const language = useLanguage();
  const since = info.suspended_at && dayAndTime(info.suspended_at, language);
  return (
    <>
      {info.network_follows ? (
        <Notice tone="warning" title={t('suspended.title', { since })}>
          {t('suspended.text')}
        </Notice>
      ) : (
        <Notice title={t('suspended.settling')}>{t('suspended.settlingText')}</Notice>
      )}
      <div className="button-row">
        <Button onClick={onReturn}>{t('return.open')}</Button>
        <Button component={Link} variant="default" to={`/${language}/replace-sim`}>
          {t('suspended.replace')}
        </Button>
      </div>
    </>
  );
}

/** A line that works, or waits for something other than its owner's action. */
function Standing({ info, onSuspend }: { info: SimInfo; onSuspend: () => void }) {
  const { t } = useTranslation('sim-information');
  const language = useLanguage();
  const { reason } = info;
  const way = reason === 'plan' || reason === 'replacement' ? ways[reason] : undefined;
  return (
    <>
      {!info.network_follows && <Notice title={t('settling')} />}
      {reason && reason !== 'owner' && (
        <Notice
          tone="warning"
          action={
            way ? (
              <Button component={Link} variant="default" to={`/${language}/${way}`}>
                {t(`because.${way}`)}
              </Button>
            ) : (
              reason === 'authority' && <HelpLink />
            )
          }
        >
          {t(`because.${reason}`)}
        </Notice>
      )}
      {reason !== 'authority' && (
        <Group gap="0.75rem 1.5rem" justify="space-between">
          <p className="dimmed">{t('lostText')}</p>
          <Button variant="default" onClick={onSuspend}>
            {t('suspend.open')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The number: its state, the reason, and the owner's actions. */
export function LineCard({ info, onChanged }: { info: SimInfo; onChanged: () => unknown }) {
  const { t } = useTranslation('sim-information');
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState('');
  const finish = async (what: Open) => {
    setOpen(undefined);
    setDone(t(`${what}.done`));
    await Promise.all([onChanged(), reloadSession()]);
  };
  const rests = info.reason === 'owner' || info.suspended_at !== undefined;
  return (
    <section className={`card ${classes.line}`} aria-label={t('line')}>
      <p className={classes.number}>
        <Msisdn value={info.msisdn} />
        <LineState state={info.state} />
      </p>
      <Outcome of={done || undefined}>
        <Notice tone="positive" title={done} />
      </Outcome>
      {rests ? (
        <Suspended info={info} onReturn={() => setOpen('return')} />
      ) : (
        <Standing info={info} onSuspend={() => setOpen('suspend')} />
      )}
      {open && (
        <LostPhoneDialog
          what={open}
          info={info}
          onClose={() => setOpen(undefined)}
          onDone={() => finish(open)}
        />
      )}
    </section>
  );
}
