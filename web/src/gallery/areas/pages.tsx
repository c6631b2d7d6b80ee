import { BarePage } from '@/components/bill/bare-page';
import { DeadEnd } from '@/components/dead-end';
import { LineHeading } from '@/components/line/line-heading';
import { PageHeading } from '@/components/page-heading';
import { PageTop } from '@/components/page-top';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { SearchForm } from '@/components/search-form';
import { HelpLink } from '@/components/support/help-link';
import { SupportPhone } from '@/components/support-phone';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

/** The start and the end of pages. */
export function Pages() {
  const { title, lead, long, action, other, label } = useWords();
  return (
    <>
      <Specimen of="page-heading">
        <PageHeading title={title} lead={lead} />
      </Specimen>
      <Specimen of="page-top">
        <PageTop />
      </Specimen>
      <Specimen of="page-heading, long">
        <PageHeading title={long} lead={long} />
      </Specimen>
      <Specimen of="line/line-heading">
        <LineHeading title={title} lead={lead} />
      </Specimen>
      <Specimen of="bill/bare-page">
        <BarePage>
          <PageHeading title={title} lead={lead} />
        </BarePage>
      </Specimen>
      <Specimen of="dead-end">
        <DeadEnd scene="empty" title={title} lead={lead}>
          <PrimaryLink to="/">{action}</PrimaryLink>
          <SecondaryLink to="/">{other}</SecondaryLink>
        </DeadEnd>
      </Specimen>
      <Specimen of="search-form">
        <SearchForm page="/" />
      </Specimen>
      <Specimen of="search-form, filled">
        <SearchForm page="/" query={long} />
      </Specimen>
      <Specimen of="support/help-link, support-phone">
        <p>
          <HelpLink order="SC12345678" /> · <SupportPhone label={label} />
        </p>
      </Specimen>
    </>
  );
}
