import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseChoice, CaseDetail, CaseKind } from '@/api/gen-support';
import { AmendDialog } from './amend-dialog';
import classes from './case.module.css';
import { DecisionDialog } from './decision-dialog';

interface Props {
  path: { kind: CaseKind; caseId: string };
  of: CaseDetail;
}

/** What may be decided now, and what may not, with why. An amendment has a form of its own. */
export function Actions({ path, of: { actions, amendable } }: Props) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState<CaseChoice>();
  const [first, ...others] = actions.filter(({ allowed }) => allowed);
  const refused = actions.filter(({ allowed, reason }) => !allowed && reason);
  const close = () => setChosen(undefined);
  const button = (choice: CaseChoice, variant: 'filled' | 'default') => (
    <Button key={choice.action} variant={variant} onClick={() => setChosen(choice)}>
      {choice.title}
    </Button>
  );
  return (
    <section aria-label={t('case.actions')} className="stack">
      <div className={classes.actions}>
        {first && button(first, 'filled')}
        {others.map((choice) => button(choice, 'default'))}
      </div>
      {refused.length > 0 && (
        <ul className={classes.refusals}>
          {refused.map(({ action, title, reason }) => (
            <li key={action}>
              {title}: {reason}
            </li>
          ))}
        </ul>
      )}
      {chosen?.action === 'amend' && (
        <AmendDialog path={path} choice={chosen} amendable={amendable} onClose={close} />
      )}
      {chosen && chosen.action !== 'amend' && <DecisionDialog path={path} choice={chosen} onClose={close} />}
    </section>
  );
}
