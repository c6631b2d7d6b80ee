import { ServerState } from '@/lib/http/query-client';
import { NumberClasses } from './number-classes';
import { PlansOffered } from './plans-offered';
import { ResumeOrder } from './resume-order';

/** The parts of the home page that ask the server. */
export default function LiveSections() {
  return (
    <ServerState>
      <ResumeOrder />
      <NumberClasses />
      <PlansOffered />
    </ServerState>
  );
}
