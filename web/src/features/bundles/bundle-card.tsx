import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Bundle } from '@/api/gen-bundles';
import { usePath } from '@/lib/site/use-path';
import { Gives, Marks, Prices } from './bundle-facts';
import classes from './bundles.module.css';
import { CompareButton } from './compare/compare-button';
import type { Compared } from './compare/compared';

interface Props {
  bundle: Bundle;
  /** Those chosen to be compared, where they can be. */
  compared?: Compared;
  /** It stands in a list of add-ons, and is bought as one. */
  isAddOn?: boolean;
  children?: ReactNode;
}

/** A bundle of a list; its name leads to all there is to know, and to buying it. */
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
      {compared && <CompareButton bundle={bundle} compared={compared} />}
    </li>
  );
}
