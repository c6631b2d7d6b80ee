import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseChoice, CaseDetail, CaseKind } from '@/api/gen-support';
import { AmendDialog, type AmendPart } from './amend-dialog';
import { DecisionDialog } from './decision-dialog';

interface Props {
  path: { kind: CaseKind; caseId: string };
  of: CaseDetail;
}

interface Chosen {
  choice: CaseChoice;
  part?: AmendPart;
}

/**
 * Returns a button for each allowed decision and each part that can be corrected; the advised part comes
 * first.
 */
function buttonsOf(actions: readonly CaseChoice[]): Chosen[] {
  const all = actions
    .filter(({ allowed }) => allowed)
    .flatMap((choice): Chosen[] => choice.amends?.map((part) => ({ choice, part })) ?? [{ choice }]);
  const isAdvised = ({ choice, part }: Chosen) => part !== undefined && part === choice.advised;
  return [...all.filter(isAdvised), ...all.filter((one) => !isAdvised(one))];
}

/** Offers the decisions that are possible now, and explains why the others are not. */
export function Actions({ path, of: { actions, amendable } }: Props) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState<Chosen>();
  const refused = actions.filter(({ allowed, reason }) => !allowed && reason);
  const close = () => setChosen(undefined);
  return (
    <section aria-label={t('case.actions')} className="stack">
      <div className="row">
        {buttonsOf(actions).map((one, position) => (
          <Button
            key={`${one.choice.action} ${one.part}`}
            variant={position === 0 ? 'filled' : 'default'}
            onClick={() => setChosen(one)}
          >
            {one.part ? t(`amend.part.${one.part}`) : one.choice.title}
          </Button>
        ))}
      </div>
      {refused.length > 0 && (
        <ul className="bullets dimmed">
          {refused.map(({ action, title, reason }) => (
            <li key={action}>
              {title}: {reason}
            </li>
          ))}
        </ul>
      )}
      {chosen?.part && (
        <AmendDialog
          path={path}
          choice={chosen.choice}
          part={chosen.part}
          amendable={amendable}
          onClose={close}
        />
      )}
      {chosen && !chosen.part && <DecisionDialog path={path} choice={chosen.choice} onClose={close} />}
    </section>
  );
}
