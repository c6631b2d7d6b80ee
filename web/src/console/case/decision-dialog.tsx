import type { CaseChoice, CaseKind } from '@/api/gen-support';
import { Form } from '@/components/form/form';
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
  return (
    <ModalDialog title={choice.title} onClose={onClose}>
      <Form form={decide.form} className="stack" onSubmit={decide.send}>
        <DecisionFields of={decide} choice={choice} error={decide.decision.error} onClose={onClose} />
      </Form>
    </ModalDialog>
  );
}
