import { Outlet } from 'react-router';
import { ServerState } from '@/lib/http/query-client';

/** Around every page that asks the server. */
export function ServerPages() {
  return (
    <ServerState>
      <Outlet />
    </ServerState>
  );
}
