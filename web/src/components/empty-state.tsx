import type { ReactNode } from 'react';
import { Scene, type SceneName } from '@/brand/scene';
import classes from './empty-state.module.css';

interface Props {
  scene?: SceneName;
  /** A headline, if the list fills the page. */
  title?: string;
  text: ReactNode;
  /** The way on. */
  children?: ReactNode;
}

/** Stands in for a list without entries: a drawing, the reason and the way on. Announced when it appears. */
export function EmptyState({ scene = 'empty', title, text, children }: Props) {
  return (
    <div className={classes.state} role="status">
      <Scene of={scene} />
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  );
}
