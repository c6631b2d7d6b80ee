import { undoDeactivation } from '@/api/gen-lines';
import { useEffectCall } from '@/lib/session/use-effect-call';

/** Keeps the line with one click. */
export const useUndo = (onDone: () => unknown) =>
  useEffectCall<void, unknown>((call) => undoDeactivation(call), onDone);
