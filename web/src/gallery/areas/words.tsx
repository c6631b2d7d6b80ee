import { Button } from '@mantine/core';
import { Scene } from '@/brand/scene';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Flag } from '@/components/flag';
import { LastSeen } from '@/components/last-seen';
import { Loading } from '@/components/loading';
import { Email, Ltr, Msisdn } from '@/components/ltr';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { FoundNumber } from '@/components/number/found-number';
import { Outcome } from '@/components/outcome';
import { RichText } from '@/components/richtext/rich-text';
import { Ring } from '@/components/ring';
import { SupportWays } from '@/components/support/support-ways';
import { WordMark } from '@/components/word-mark';
import { failures, useWords } from '../made-up';
import { Specimen } from '../specimen';

const tones = ['info', 'positive', 'warning', 'negative'] as const;

function Notices() {
  const words = useWords();
  const { refused, support, server, unreached, late } = failures(words);
  return (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} of={`notice, ${tone}`}>
          <Notice tone={tone} title={words.title}>
            {tone === 'info' ? words.long : words.lead}
          </Notice>
        </Specimen>
      ))}
      {Object.entries({ refused, support, unreached, late }).map(([kind, error]) => (
        <Specimen key={kind} of={`error-notice, ${kind}`}>
          <ErrorNotice error={error} />
        </Specimen>
      ))}
      <Specimen of="error-notice, server, with another try">
        <ErrorNotice error={server} onRetry={() => undefined} />
      </Specimen>
    </>
  );
}

/** Notices, figures and badges. */
export function Words() {
  const { label, typed, long } = useWords();
  return (
    <>
      <Notices />
      <Specimen of="last-seen, hidden while there is a connection">
        <LastSeen of={['gallery']} />
      </Specimen>
      <Specimen of="loading">
        <Loading lines={2} height={48} />
      </Specimen>
      <Specimen of="fact">
        <FactRows>
          <Fact label={label}>
            <Msisdn value="0571234567" />
          </Fact>
          <Fact label={typed}>
            <Email address="somebody.with.a.long.name@example.com" />
          </Fact>
          <Fact label={long}>
            <Ltr>SC12345678</Ltr>
          </Fact>
        </FactRows>
      </Specimen>
      <Specimen of="outcome">
        <Outcome of="declined">
          <Notice tone="negative" title={long} />
        </Outcome>
      </Specimen>
      <Specimen of="support-ways">
        <p>
          <SupportWays />
        </p>
      </Specimen>
      <Specimen of="money">
        <p className="row">
          <Money amount={58_050} />
          <Money amount={-1_000} />
          <Money amount={123_456_700} />
          <Money amount={0} freeWhenZero />
        </p>
      </Specimen>
      <Specimen of="metal-badge">
        <p className="row">
          {(['bronze', 'silver', 'gold', 'platinum'] as const).map((category) => (
            <MetalBadge key={category} category={category} />
          ))}
        </p>
      </Specimen>
      <Specimen of="ring">
        <p className="row">
          <Ring part={0} />
          <Ring part={0.15} low />
          <Ring part={0.6} />
          <Ring part={1} />
        </p>
      </Specimen>
      <Specimen of="rich-text">
        <RichText
          html={`<h2>${label}</h2><p>${long} <code>selfcare</code></p><ol><li>${typed}</li><li><strong>${label}</strong> <a href="#">${typed}</a></li></ol>`}
        />
      </Specimen>
      {(['empty', 'success', 'error', 'offline', 'closed'] as const).map((scene) => (
        <Specimen key={scene} of={`brand/scene, ${scene}`}>
          <Scene of={scene} />
        </Specimen>
      ))}
      <Specimen of="brand/scene, hero">
        <Scene of="hero" />
      </Specimen>
      <Specimen of="empty-state">
        <EmptyState title={label} text={long}>
          <Button variant="default">{typed}</Button>
        </EmptyState>
      </Specimen>
      <Specimen of="flag">
        <p className="row">
          <Flag country="SA" /> <Flag country="EG" /> <Flag country="IN" />
        </p>
      </Specimen>
      <Specimen of="word-mark">
        <WordMark text="mobily" ground="#0065a4" />
      </Specimen>
      <Specimen of="number/found-number">
        <p className="row">
          <FoundNumber value="0571234567" searched="345" /> <FoundNumber value="0571234567" />
        </p>
      </Specimen>
    </>
  );
}
