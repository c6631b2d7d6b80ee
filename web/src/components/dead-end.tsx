import type { ReactNode } from 'react';
import { Scene, type SceneName } from '@/brand/scene';
import classes from './dead-end.module.css';
import { PageHeading } from './page-heading';

interface Props {
  scene: SceneName;
  title: string;
  lead: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** A page that cannot show the requested thing: the reason, and links to other pages. */
export function DeadEnd({ scene, title, lead, children }: Props) {
  return (
    <div className={`container ${classes.page}`}>
      <Scene of={scene} />
      <PageHeading title={title} lead={lead} />
      <div className="button-row">{children}</div>
    </div>
  );
}
