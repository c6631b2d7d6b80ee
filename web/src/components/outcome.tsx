import { type ReactNode, useEffect, useRef } from 'react';
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
    if (of !== undefined) {
      place.current?.scrollIntoView({ block: 'nearest' });
    }
    if (of !== undefined && !atFirst.current) {
      place.current?.focus({ preventScroll: true }); // a page that opens with an outcome starts at its heading
    }
    atFirst.current = false;
  }, [of]);
  return of === undefined ? null : (
    <div ref={place} tabIndex={-1} className={classes.outcome}>
      {children}
    </div>
  );
}
