import { undoDeactivation } from '@/api/gen-lines';
import { useEffectCall } from '@/lib/session/use-effect-call';

/** One click keeps the line. */
export const useUndo = (onDone: () => unknown) =>
  useEffectCall<void, unknown>((call) => undoDeactivation(call), onDone);
