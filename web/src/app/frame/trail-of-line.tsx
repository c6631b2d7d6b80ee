import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';
import { Trail } from './breadcrumbs';

type Place = 'dashboard' | 'profile' | 'sub-accounts' | 'recharge';

/** Pages that are no entry of the sidebar, and what leads to them. */
const waysTo: Record<string, Place[] | undefined> = {
  'change-email': ['profile'],
  'activate-email': ['profile'],
  'change-password': ['profile'],
  sessions: ['profile'],
  'sub-accounts': ['profile'],
  'add-account': ['profile', 'sub-accounts'],
  'recharge-meter': ['recharge'],
};

/** The routes above a page of a line, the highest first. */
export const above = (page: string): string[] => waysTo[page] ?? [];

function Crumb({ place }: { place: Place }) {
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

/** The way from the first page of a line, which needs none itself. */
export function TrailOfLine({ page }: { page: string }) {
  if (page === 'dashboard') {
    return null;
  }
  const places: Place[] = ['dashboard', ...(waysTo[page] ?? [])];
  return (
    <Trail>
      {places.map((place) => (
        <Crumb key={place} place={place} />
      ))}
    </Trail>
  );
}
