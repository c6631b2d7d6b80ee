import { Button } from '@mantine/core';
import { CompareBar } from '@/components/comparison/compare-bar';
import { CompareCheck } from '@/components/comparison/compare-check';
import { PlanCard } from '@/components/plan/plan-card';
import { usePlanTypes } from '@/components/plan/plan-types';
import { useUsedWords } from '@/components/plan/use-best-plan';
import { PrimaryLink } from '@/components/primary-action';
import { SaleCard, SaleList } from '@/components/sale/sale-card';
import { planOf } from '@/testing/plans';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

const none = { ids: [], isFull: false, toggle: () => undefined };

/** Plans, bundles and offers on sale. */
export function Sale() {
  const { label, lead, long, action, options } = useWords();
  const { choice } = usePlanTypes(['prepaid', 'postpaid']);
  const used = useUsedWords();
  const reason = used({ type: 'data', unit: 'MB', amount: 18_432, included: 20_480, days: 30 });
  const contents = ['data', 'social_media', 'local_min', 'sms', 'other'].map((type) => ({ type, label }));
  return (
    <>
      <Specimen of="sale/sale-card, with a long name, chosen, the best, nothing to do">
        <SaleList>
          <SaleCard
            name={long.slice(0, 60)}
            price={123_456_750}
            period={lead}
            contents={contents}
            action={<PrimaryLink to="#">{long.slice(0, 60)}</PrimaryLink>}
          />
          <SaleCard
            name={options[0]}
            mark={action}
            price={0}
            isChosen
            action={<Button size="lg">{action}</Button>}
          >
            <p>{long}</p>
          </SaleCard>
          <SaleCard
            name={options[1]}
            to="#"
            mark={label}
            reason={reason}
            price={9_000}
            contents={contents}
            action={<PrimaryLink to="#">{action}</PrimaryLink>}
            compare={<CompareCheck item={{ id: 'second', name: options[1] }} compared={none} />}
          />
          <SaleCard name={options[2]} contents={contents} />
        </SaleList>
      </Specimen>
      <Specimen of="plan/plan-card">
        <SaleList>
          <PlanCard plan={planOf({ name: label })} />
          <PlanCard plan={planOf({ name: label, renews: false })} mark={action} compared={none} />
        </SaleList>
      </Specimen>
      <Specimen of="plan/plan-types">{choice}</Specimen>
      <Specimen of="comparison/compare-bar, compare-check">
        {[[], ['first'], ['first', 'second', 'third']].map((ids) => (
          <div key={ids.length} className="stack">
            <CompareCheck
              item={{ id: 'first', name: label }}
              compared={{ ids, isFull: ids.length > 2, toggle: () => undefined }}
            />
            <CompareBar of="plans" ids={ids} />
          </div>
        ))}
      </Specimen>
    </>
  );
}
