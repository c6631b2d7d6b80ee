import type { ReactNode } from 'react';
import classes from './fact.module.css';

/** One entry of a list of facts: what it is, and what it is here. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Facts of which each is one row: its name at the start, its value at the end. */
export function FactRows({ children }: { children: ReactNode }) {
  return <dl className={classes.rows}>{children}</dl>;
}
