import type { ReactNode } from 'react';
import classes from './ring.module.css';

interface Props {
  /** The filled part of the ring, from 0 to 1. */
  part: number;
  low?: boolean;
  /** Content in the middle of the ring. */
  children?: ReactNode;
}

/** A share as a ring. The ring is decoration: the text next to it says the same. */
export function Ring({ part, low = false, children }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <span className={classes.ring} data-low={low || undefined} aria-hidden>
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle className={classes.groove} cx="20" cy="20" r="17" pathLength="100" />
        {percent > 0 && (
          <circle
            className={classes.fill}
            cx="20"
            cy="20"
            r="17"
            pathLength="100"
            strokeDasharray={`${percent} 100`}
          />
        )}
      </svg>
      <span className={classes.middle}>{children}</span>
    </span>
  );
}
