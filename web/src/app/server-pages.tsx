import { Outlet } from 'react-router';
import { ServerState } from '@/lib/http/query-client';

/** Surrounds each page that calls the server. */
export function ServerPages() {
  return (
    <ServerState>
      <Outlet />
    </ServerState>
  );
}
