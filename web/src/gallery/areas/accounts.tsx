import { AccountSwitch } from '@/components/account-switch';
import { LineState } from '@/components/line/line-state';
import { LostPhoneLink } from '@/components/line/lost-phone-link';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { PlanPrice } from '@/components/plan/plan-price';
import { RateList } from '@/components/plan/rate-list';
import { UseMainFirst } from '@/components/use-main-first';
import { PasskeyStopped } from '@/lib/passkey/browser';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

/** Lines, their plans and their owners. */
export function Accounts() {
  const { lead, label, options } = useWords();
  return (
    <>
      <Specimen of="account-switch">
        <AccountSwitch />
      </Specimen>
      <Specimen of="use-main-first">
        <UseMainFirst>{lead}</UseMainFirst>
      </Specimen>
      <Specimen of="passkey/passkey-trouble">
        <div className="stack">
          <PasskeyTrouble error={new PasskeyStopped('cancelled')} />
          <PasskeyTrouble error={new PasskeyStopped('failed')} />
        </div>
      </Specimen>
      <Specimen of="line/line-state">
        <p className="row">
          {(['active', 'stopped', 'expired', 'in_transit'] as const).map((state) => (
            <LineState key={state} state={state} />
          ))}
        </p>
      </Specimen>
      <Specimen of="line/lost-phone-link">
        <LostPhoneLink />
      </Specimen>
      <Specimen of="plan/allowance-icon">
        <p className="row">
          {['local_min', 'social_media', 'data', 'sms', 'other'].map((type) => (
            <AllowanceIcon key={type} type={type} />
          ))}
        </p>
      </Specimen>
      <Specimen of="plan/plan-price, by months and by days">
        <p>
          <PlanPrice price={29_000} validityDays={30} cycleMonths={1} />
        </p>
        <p>
          <PlanPrice price={9_000} validityDays={30} />
        </p>
      </Specimen>
      <Specimen of="plan/rate-list">
        <RateList
          rates={[
            { key: 'a', name: label, unit: 'minute', price: 55 },
            { key: 'b', name: options[0], unit: 'sms', price: 0 },
          ]}
        />
      </Specimen>
      <Specimen of="plan/rate-list, none">
        <RateList rates={[]} />
      </Specimen>
    </>
  );
}
