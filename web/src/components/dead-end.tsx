import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './dead-end.module.css';
import { PageHeading } from './page-heading';

interface Props {
  icon: LucideIcon;
  title: string;
  lead: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** A page that cannot show the requested thing: the reason, and links to other pages. */
export function DeadEnd({ icon: Icon, title, lead, children }: Props) {
  return (
    <div className={`container ${classes.page}`}>
      <span className={classes.mark} aria-hidden>
        <Icon size={30} />
      </span>
      <PageHeading title={title} lead={lead} />
      <div className="button-row">{children}</div>
    </div>
  );
}
