import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { useLanguage } from '@/lib/text/use-language';
import { hasLeftStep, returnToStep } from '../model/left-step';
import { currentStep, type StepId, stepPath } from '../model/order-steps';

/**
 * Another tab or a late answer may move the order on. A customer on the open step follows it. A customer who
 * went back to an earlier step stays there. A customer who sends the step continues with its answer. A phone
 * often starts the page anew when its customer comes back from an app: then the order goes on, too.
 */
export function useFollowing(order: Order, step: StepId, sending: RefObject<boolean>): void {
  const navigate = useNavigate();
  const language = useLanguage();
  const open = currentStep(order);
  const position = (wanted: StepId) => order.steps.findIndex(({ id }) => id === wanted);
  const goesOn = position(open) > position(step);
  const [left] = useState(() => hasLeftStep(order.id));
  const stood = useRef({ step, open: left ? step : open });
  useEffect(() => {
    const before = stood.current;
    stood.current = { step, open };
    returnToStep(order.id);
    if (before.step !== step) {
      sending.current = false;
    } else if (before.open === step && goesOn && !sending.current) {
      void navigate(stepPath(language, open, order.id), { replace: true });
    }
  }, [step, open, goesOn, sending, navigate, language, order.id]);
}
