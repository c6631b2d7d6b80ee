import { NavLink } from 'react-router';
import type { MenuItem } from '@/lib/site/site';

interface Props {
  item: Pick<MenuItem, 'path' | 'title'>;
  className?: string;
}

/** An entry of a server menu: a page of this site or an address of another site. */
export function MenuLink({ item: { path, title }, className }: Props) {
  if (path?.startsWith('/')) {
    return (
      <NavLink className={className} to={path}>
        {title}
      </NavLink>
    );
  }
  return (
    <a className={className} href={path} rel="noopener">
      {title}
    </a>
  );
}
