import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Bundle } from '@/api/gen-bundles';
import { CompareButton } from '@/components/comparison/compare-button';
import type { Compared } from '@/components/comparison/use-compared';
import { usePath } from '@/lib/site/use-path';
import { Gives, Marks, Prices } from './bundle-facts';
import classes from './bundles.module.css';

interface Props {
  bundle: Bundle;
  /** The bundles chosen for comparison, if the list offers a comparison. */
  compared?: Compared;
  /** The list sells add-ons, so this bundle is bought as an add-on. */
  isAddOn?: boolean;
  children?: ReactNode;
}

/** A bundle in a list; its name links to its page, on which it can be bought. */
export function BundleCard({ bundle, compared, isAddOn = false, children }: Props) {
  const path = usePath('bundles') ?? '';
  return (
    <li className={classes.card}>
      <Marks bundle={bundle} />
      <h3 className={classes.name}>
        <Link to={`${path}/${bundle.id}${isAddOn ? '?add-on' : ''}`}>{bundle.name}</Link>
      </h3>
      {children}
      <Gives bundle={bundle} />
      <Prices bundle={bundle} />
      {compared && <CompareButton item={bundle} compared={compared} />}
    </li>
  );
}
