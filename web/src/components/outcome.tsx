import { type ReactNode, useEffect, useRef } from 'react';
import { reachWhileGrowing } from '@/lib/site/reach-while-growing';
import classes from './outcome.module.css';

interface Props {
  /** The name of the outcome. Another name means another outcome; undefined means none yet. */
  of: string | undefined;
  children: ReactNode;
}

/**
 * Scrolls to an outcome each time it changes, and moves the focus to it: the customer may be far below it.
 */
export function Outcome({ of, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const atFirst = useRef(true);
  useEffect(() => {
    const isFirst = atFirst.current;
    atFirst.current = false;
    if (of === undefined) {
      return;
    }
    const show = () => place.current?.scrollIntoView({ block: 'nearest' });
    show();
    if (!isFirst) {
      place.current?.focus({ preventScroll: true }); // a page that opens with an outcome starts at its heading
    }
    // The parts of the page that come above it must not push it out of view.
    return reachWhileGrowing(() => {
      show();
      return false;
    });
  }, [of]);
  return of === undefined ? null : (
    <div ref={place} tabIndex={-1} className={classes.outcome}>
      {children}
    </div>
  );
}
