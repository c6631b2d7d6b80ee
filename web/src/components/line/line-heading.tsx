import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';

interface Props {
  title: string;
  /** What is said of the number of the line in use, which follows it. */
  lead: string;
}

/** Names a page that is about the line in use. */
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
