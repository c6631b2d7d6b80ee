import type { SubmitEvent } from 'react';
import type { CaseChoice, CaseKind } from '@/api/gen-support';
import { ModalDialog } from '@/components/modal-dialog';
import { DecisionFields } from './decision-fields';
import { useDecide } from './use-decide';

interface Props {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  onClose: () => void;
}

/** A decision that needs only a reason. */
export function DecisionDialog({ path, choice, onClose }: Props) {
  const decide = useDecide({ path, choice, onDone: onClose });
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    decide.confirm();
  };
  return (
    <ModalDialog title={choice.title} onClose={onClose}>
      <form noValidate className="stack" onSubmit={confirm}>
        <DecisionFields of={decide} choice={choice} error={decide.decision.error} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
