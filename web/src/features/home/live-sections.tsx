import { ServerState } from '@/lib/http/query-client';
import { NumberClasses } from './number-classes';
import { PlansOffered } from './plans-offered';
import { ResumeOrder } from './resume-order';
import { SiteSections, SiteSlides } from './site-content';

/** The parts of the home page that call the server. */
export default function LiveSections() {
  return (
    <ServerState>
      <ResumeOrder />
      <SiteSlides />
      <NumberClasses />
      <PlansOffered />
      <SiteSections />
    </ServerState>
  );
}
