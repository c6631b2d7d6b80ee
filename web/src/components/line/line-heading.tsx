import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';

interface Props {
  title: string;
  /** The text before the number of the line. */
  lead: string;
}

/** The heading of a page about the chosen line. */
export function LineHeading({ title, lead }: Props) {
  const { selected } = useSession();
  return (
    <PageHeading
      takesFocus
      title={title}
      lead={
        selected && (
          <>
            {lead} <Msisdn value={selected.mobile_number} />
          </>
        )
      }
    />
  );
}
