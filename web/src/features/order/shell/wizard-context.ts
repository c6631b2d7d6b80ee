import { createContext, type RefObject, useContext } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { useLanguage } from '@/lib/text/use-language';
import { storeOrder } from '../model/order-query';
import { currentStep, type StepId, stepPath } from '../model/order-steps';
import { type EffectCall, useOrderAction } from '../model/use-order-action';

interface Wizard {
  order: Order;
  /** The typed values of steps that are not on the screen; kept while the wizard is open. */
  drafts: Map<StepId, unknown>;
  /** Tells whether this page is sending its step and will continue by itself. */
  sending: RefObject<boolean>;
  /** Takes the number of fields that the step found wrong; 0 if it may be sent. */
  setWrong: (fields: number) => void;
}

export const WizardContext = createContext<Wizard | undefined>(undefined);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) {
    throw new Error('a step was rendered outside the wizard');
  }
  return wizard;
}

/** Submits a step; the answer names the next step. */
export function useStepAction<Body>(send: (call: EffectCall, body: Body) => Promise<{ data: Order }>) {
  const { order, sending } = useWizard();
  const language = useLanguage();
  const navigate = useNavigate();
  // The callback also runs for an answer after the page has stopped waiting.
  const action = useOrderAction(order.id, send, (client, spoken, answer) => {
    storeOrder(client, spoken, answer);
    void navigate(stepPath(language, currentStep(answer), answer.id));
  });
  const attempt = async (body: Body) => {
    sending.current = true;
    try {
      await action.mutateAsync(body);
    } catch (error) {
      sending.current = false;
      throw error;
    }
  };
  // The form shows action.error; a rejected promise would be reported twice.
  const submit = (body: Body) => attempt(body).catch(() => {});
  return { ...action, attempt, submit };
}
