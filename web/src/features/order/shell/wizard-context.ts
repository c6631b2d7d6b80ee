import { createContext, useContext } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, type StepId, stepPath } from '../model/order-steps';
import { type EffectCall, useOrderAction } from '../model/use-order-action';

interface Wizard {
  order: Order;
  /** What was typed into steps that are not on screen now; kept as long as the wizard is open. */
  drafts: Map<StepId, unknown>;
}

export const WizardContext = createContext<Wizard | undefined>(undefined);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) {
    throw new Error('a step was rendered outside the wizard');
  }
  return wizard;
}

/** Submits a step; the answer says which step is next. */
export function useStepAction<Body>(send: (call: EffectCall, body: Body) => Promise<{ data: Order }>) {
  const { order } = useWizard();
  const language = useLanguage();
  const navigate = useNavigate();
  const action = useOrderAction(order.id, send);
  const submit = (body: Body) =>
    action.mutateAsync(body).then(
      (answer) => navigate(stepPath(language, currentStep(answer), answer.id)),
      // The form shows action.error; a rejected promise would be reported twice.
      () => undefined,
    );
  return { ...action, submit };
}
