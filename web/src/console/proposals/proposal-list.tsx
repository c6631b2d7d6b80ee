import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Proposal, ProposalPerson } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { DecideDialog } from './decide-dialog';
import classes from './proposals.module.css';
import { type Decision, proposalsAt } from './use-proposals';
import { BeforeAfter } from './value';

function Person({ did, person }: { did: 'proposed' | 'approved' | 'cancelled'; person?: ProposalPerson }) {
  const { t } = useTranslation('proposals');
  const language = useLanguage();
  if (!person) {
    return null;
  }
  return (
    <li>
      {t(`did.${did}`)} <bdi>{person.name}</bdi>,{' '}
      <time dateTime={person.at}>{dayAndTime(person.at, language)}</time>
    </li>
  );
}

/** Returns the possible actions of this person on the change. A person cannot approve their own change. */
function decisionsOn({ state, own }: Proposal): Decision[] {
  switch (state) {
    case 'pending':
      return own ? ['cancel'] : ['approve', 'cancel'];
    case 'scheduled':
      return ['cancel'];
    case 'in-force':
      return ['undo'];
    default:
      return [];
  }
}

function Actions({ change }: { change: Proposal }) {
  const { t } = useTranslation('proposals');
  const [open, setOpen] = useState<Decision>();
  return (
    <div className="row">
      {decisionsOn(change).map((decision) => (
        <Button
          key={decision}
          variant={decision === 'approve' ? 'filled' : 'default'}
          onClick={() => setOpen(decision)}
          aria-label={t(`decide.${decision}.of`, { key: change.setting?.name ?? change.key })}
        >
          {t(`decide.${decision}.title`)}
        </Button>
      ))}
      {change.own && change.state === 'pending' && <p className="dimmed">{t('own')}</p>}
      {open && <DecideDialog change={change} decision={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function One({ change }: { change: Proposal }) {
  const { t } = useTranslation('proposals');
  const language = useLanguage();
  const { kind, key } = change;
  return (
    <li className={classes.card}>
      <h2>
        {t(`kind.${kind}`)}: {change.setting ? <bdi>{change.setting.name}</bdi> : <Ltr>{key}</Ltr>}
      </h2>
      <p className={classes.state} data-state={change.state}>
        {t(`state.${change.state}`)} ·{' '}
        <time dateTime={change.effectiveAt}>
          {t('from', { at: dayAndTime(change.effectiveAt, language) })}
        </time>
      </p>
      <BeforeAfter of={change} />
      <p>
        <bdi>{change.note}</bdi>
      </p>
      <ul className={`stack tight ${classes.people}`}>
        {change.undoOf && <li>{t('undoes')}</li>}
        <Person did="proposed" person={change.proposed} />
        <Person did="approved" person={change.approved} />
        <Person did="cancelled" person={change.cancelled} />
      </ul>
      <Link to={proposalsAt({ kind, key })}>{t('history', { key: change.setting?.name ?? key })}</Link>
      <Actions change={change} />
    </li>
  );
}

/** Changes, the newest first: the old value, the new value, and the people involved. */
export function ProposalList({ changes }: { changes: readonly Proposal[] }) {
  const { t } = useTranslation('proposals');
  return (
    <ul className={`stack tight ${classes.list}`} aria-label={t('title')}>
      {changes.map((change) => (
        <One key={change.id} change={change} />
      ))}
    </ul>
  );
}
