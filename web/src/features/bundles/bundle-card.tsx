import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Bundle } from '@/api/gen-bundles';
import { usePath } from '@/lib/site/use-path';
import { Gives, Marks, Prices } from './bundle-facts';
import classes from './bundles.module.css';

interface Props {
  bundle: Bundle;
  children?: ReactNode;
}

/** A bundle of a list; its name leads to all there is to know, and to buying it. */
export function BundleCard({ bundle, children }: Props) {
  const path = usePath('bundles') ?? '';
  return (
    <li className={classes.card}>
      <Marks bundle={bundle} />
      <h3 className={classes.name}>
        <Link to={`${path}/${bundle.id}`}>{bundle.name}</Link>
      </h3>
      {children}
      <Gives bundle={bundle} />
      <Prices bundle={bundle} />
    </li>
  );
}
