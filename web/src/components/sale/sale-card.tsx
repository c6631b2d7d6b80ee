import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import classes from './sale-card.module.css';

interface Props {
  name: string;
  /** The level of the name: below the title of the page (h2) or of a part of it (h3). */
  level?: 'h2' | 'h3';
  /** The page with all details, if the action leads elsewhere. */
  to?: string | undefined;
  /** A single short mark above the card, such as "Popular". */
  mark?: ReactNode;
  /** The reason why this is the best card of the list for the customer. */
  reason?: ReactNode;
  /** Halalas. */
  price?: number | undefined;
  /** The period of the price, or its means of payment. */
  period?: ReactNode;
  /** The parts of the thing: the type of each allowance, such as `data`, and its words. */
  contents?: readonly { type: string; label: string }[];
  /** Further facts. */
  children?: ReactNode;
  isChosen?: boolean;
  /** The one button or link, if there is something to do. */
  action?: ReactNode;
  compare?: ReactNode;
}

/** A plan, bundle, add-on or offer on sale, as an item of a `SaleList`. */
export function SaleCard(props: Props) {
  const {
    name,
    level: Name = 'h3',
    to,
    mark,
    reason,
    price,
    period,
    contents,
    children,
    isChosen,
    action,
    compare,
  } = props;
  return (
    <li aria-label={name} data-marked={Boolean(reason) || isChosen || undefined}>
      {mark && (
        <p className={classes.mark} data-best={Boolean(reason) || undefined}>
          {mark}
        </p>
      )}
      <Name>{to ? <Link to={to}>{name}</Link> : name}</Name>
      {reason && (
        <p>
          <strong>{reason}</strong>
        </p>
      )}
      {price !== undefined && (
        <p className={classes.price}>
          <Money amount={price} freeWhenZero /> {period && <small>{period}</small>}
        </p>
      )}
      {children}
      {contents && (
        <ul>
          {contents.map(({ type, label }) => (
            <li key={`${type}-${label}`}>
              <AllowanceIcon type={type} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {(action || compare) && (
        <div>
          {action}
          {compare}
        </div>
      )}
    </li>
  );
}

/** Cards of things on sale side by side. */
export function SaleList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
