import type { CaseAmendments, CaseChoice, CaseKind } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { type Noted, useNoteForm } from './note-field';
import { usePreview } from './preview';
import { useClaim, useDecision } from './use-case';

export interface Deciding {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  onDone: () => void;
}

/** A decision: its preview, its reason and the server's answer. */
export function useDecide({ path, choice: { action }, onDone }: Deciding, amendments?: CaseAmendments) {
  const ready = action !== 'amend' || amendments !== undefined;
  const preview = usePreview({ path, action, amendments, ready });
  const decision = useDecision(path);
  const take = useClaim(path);
  const { form } = useNoteForm(decision.error);
  const send = ({ note }: Noted) => {
    if (preview.data?.allowed) {
      const body = { action, note, seen: preview.data.seen };
      decision.mutate(amendments ? { ...body, amendments } : body, { onSuccess: onDone });
    }
  };
  const lookAgain = () => {
    decision.reset();
    void preview.refetch();
  };
  // The reason of the decision is also the reason to take over the case: the other agent reads it on the
  // case.
  const takeOver = form.handleSubmit(({ note }) =>
    take.mutate({ takeOver: true, note }, { onSuccess: lookAgain }),
  );
  return {
    /** The form of the reason. */
    form,
    ready,
    preview,
    decision,
    take,
    refusal: problemOf(decision.error)?.messageKey,
    send,
    lookAgain,
    takeOver,
  };
}
