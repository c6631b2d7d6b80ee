import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = { info: Info, positive: CircleCheck, warning: CircleAlert, negative: CircleAlert };

interface Props {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** A coloured message. An error interrupts a screen reader; other messages wait. */
export function Notice({ tone = 'info', title, children, action }: Props) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      <Icon aria-hidden className={classes.icon} />
      <div className={classes.body}>
        {title && <p className="strong">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </div>
  );
}
