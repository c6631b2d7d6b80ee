import { ServerState } from '@/lib/http/query-client';
import { useSession } from '@/lib/session';
import { NumberClasses } from './number-classes';
import { PlansOffered } from './plans-offered';
import { ResumeOrder } from './resume-order';
import { SiteSections, SiteSlides } from './site-content';

/** The parts of the home page that call the server. A signed-in customer sees the open orders above. */
export default function LiveSections() {
  const { status } = useSession();
  const ownPart = status !== 'guest' && status !== 'staff';
  return (
    <ServerState>
      {!ownPart && <ResumeOrder />}
      <SiteSlides />
      <NumberClasses />
      <PlansOffered />
      <SiteSections />
    </ServerState>
  );
}
