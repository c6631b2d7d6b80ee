import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Place } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { Trail } from './breadcrumbs';

type Crumbs = Place | 'dashboard' | 'profile' | 'sub-accounts';

/** For pages that are no entry of the sidebar: the pages that lead to them. */
const waysTo: Record<string, Crumbs[] | undefined> = {
  'change-email': ['profile'],
  'activate-email': ['profile'],
  'change-password': ['profile'],
  deactivateNumber: ['profile'],
  sessions: ['profile'],
  'add-account': ['sub-accounts'],
  'recharge-meter': ['recharge'],
  'switch-plan': ['my-plan'],
};

/** Returns the routes above a page of a line, from the top. A page can name its place itself. */
export const above = (page: string, said: Place | undefined): Crumbs[] =>
  waysTo[page] ?? (said ? [said] : []);

function Crumb({ place }: { place: Crumbs }) {
  const { t } = useTranslation('shell');
  const path = usePath(place);
  return (
    path && (
      <li>
        <Link to={path}>{t(`trail.${place}`)}</Link>
      </li>
    )
  );
}

/** The links from the dashboard, which is a customer's first page, to this page. The dashboard has no links. */
export function TrailOfLine({ page, way }: { page: string; way: readonly Crumbs[] }) {
  if (page === 'dashboard') {
    return null;
  }
  return (
    <Trail>
      {[...new Set<Crumbs>(['dashboard', ...way])].map((place) => (
        <Crumb key={place} place={place} />
      ))}
    </Trail>
  );
}
