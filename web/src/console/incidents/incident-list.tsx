import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '@/api/gen-support';
import { Stack } from '@/components/ui/layout';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { EndDialog } from './end-dialog';
import classes from './incidents.module.css';
import { useCities } from './use-incidents';
import { ChangeDialog } from './write-dialogs';

type State = 'over' | 'to-come' | 'overdue' | 'lasts';

function stateOf({ endedAt, from, until }: Incident, now: number): State {
  if (endedAt) {
    return 'over';
  }
  if (Date.parse(from) > now) {
    return 'to-come';
  }
  return Date.parse(until) > now ? 'lasts' : 'overdue';
}

/** Returns the subject of an incident: a partner, or the name of a city. */
function useNameOf({ partner, city = '' }: Incident): string {
  const { t } = useTranslation('incidents');
  const { cities } = useCities();
  return partner ? t(`partner.${partner}`) : (cities.find(({ key }) => key === city)?.name ?? city);
}

function Times({ of: { from, until, endedAt } }: { of: Incident }) {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  return (
    <p className="dimmed">
      <time dateTime={from}>{t('from', { at: dayAndTime(from, language) })}</time>
      {' · '}
      {endedAt ? (
        <time dateTime={endedAt}>{t('ended', { at: dayAndTime(endedAt, language) })}</time>
      ) : (
        <time dateTime={until}>{t('until', { at: dayAndTime(until, language) })}</time>
      )}
    </p>
  );
}

/** The agents who opened and ended the incident, for questions about it. */
function People({ of: { openedByName, endedByName } }: { of: Incident }) {
  const { t } = useTranslation('incidents');
  return (
    <p className="dimmed">
      {t('openedBy', { name: `\u2068${openedByName}\u2069` })}
      {endedByName && ` · ${t('endedBy', { name: `\u2068${endedByName}\u2069` })}`}
    </p>
  );
}

function Actions({ of, name }: { of: Incident; name: string }) {
  const { t } = useTranslation('incidents');
  const [open, setOpen] = useState<'change' | 'end'>();
  const close = () => setOpen(undefined);
  return (
    <div className="row">
      <Button variant="default" aria-label={t('change.of', { name })} onClick={() => setOpen('change')}>
        {t('change.title')}
      </Button>
      <Button variant="default" color="red" aria-label={t('end.of', { name })} onClick={() => setOpen('end')}>
        {t('end.title')}
      </Button>
      {open === 'change' && <ChangeDialog incident={of} name={name} onClose={close} />}
      {open === 'end' && <EndDialog incident={of} name={name} onClose={close} />}
    </div>
  );
}

function One({ of }: { of: Incident }) {
  const { t } = useTranslation('incidents');
  const name = useNameOf(of);
  const state = stateOf(of, Date.now());
  return (
    <li className={classes.card}>
      <h2>{name}</h2>
      <p className={classes.state} data-state={state}>
        {t(`state.${state}`)}
      </p>
      <Times of={of} />
      <People of={of} />
      <div className={`stack near ${classes.texts}`}>
        <p lang="en" dir="ltr">
          {of.textEn}
        </p>
        <p lang="ar" dir="rtl">
          {of.textAr}
        </p>
      </div>
      <p>{t(of.endedAt ? 'touchedInAll' : 'touched', { count: of.orders })}</p>
      {!of.endedAt && <Actions of={of} name={name} />}
    </li>
  );
}

/** Incidents, with the open ones first, in the server's order. */
export function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation('incidents');
  return (
    <Stack component="ul" aria-label={t('title')}>
      {incidents.map((incident) => (
        <One key={incident.id} of={incident} />
      ))}
    </Stack>
  );
}
