import { useState } from 'react';
import type { CaseAmendments, CaseChoice, CaseKind } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { isNote } from './note-field';
import { usePreview } from './preview';
import { useClaim, useDecision } from './use-case';

export interface Deciding {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  onDone: () => void;
}

/** A decision: its preview, its reason and the server's answer. */
export function useDecide({ path, choice: { action }, onDone }: Deciding, amendments?: CaseAmendments) {
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const ready = action !== 'amend' || amendments !== undefined;
  const preview = usePreview({ path, action, amendments, ready });
  const decision = useDecision(path);
  const take = useClaim(path);
  const confirm = () => {
    setRefused(true);
    if (preview.data?.allowed && isNote(note)) {
      const body = { action, note: note.trim(), seen: preview.data.seen };
      decision.mutate(amendments ? { ...body, amendments } : body, { onSuccess: onDone });
    }
  };
  const lookAgain = () => {
    decision.reset();
    void preview.refetch();
  };
  // The reason of the decision is also the reason to take over the case: the other agent reads it on the
  // case.
  const takeOver = () =>
    isNote(note) && take.mutate({ takeOver: true, note: note.trim() }, { onSuccess: lookAgain });
  return {
    note,
    setNote,
    refused,
    ready,
    preview,
    decision,
    take,
    refusal: problemOf(decision.error)?.messageKey,
    confirm,
    lookAgain,
    takeOver,
  };
}
