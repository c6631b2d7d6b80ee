import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls back when an open element should close: Escape, a press outside it, or the focus leaves it. */
export function useDismiss(
  area: RefObject<HTMLElement | null>,
  open: boolean,
  onDismiss: (how: 'escape' | 'left') => void,
): void {
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !area.current?.contains(target)) {
      onDismiss('left');
    }
  });
  const dismissByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') {
      onDismiss('escape');
    }
  });
  useEffect(() => {
    if (!open) {
      return;
    }
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', dismissByKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', dismissByKey);
    };
  }, [open]);
}
