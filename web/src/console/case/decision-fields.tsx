import { Button } from '@mantine/core';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CaseChoice } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { NoteField } from './note-field';
import { Preview } from './preview';
import type { useDecide } from './use-decide';

interface Props {
  of: ReturnType<typeof useDecide>;
  choice: CaseChoice;
  /** Shown until there is something to preview. */
  before?: string;
  /** A refusal that no field shows. */
  error: unknown;
  onClose: () => void;
}

/** A decision that returns money or ends work has another button colour. */
const ends = new Set<CaseChoice['action']>(['cancel', 'decline', 'return']);

/** Shows the effect of a decision, asks for the reason and confirms: the last step of a decision. */
export function DecisionFields({ of, choice, before, error, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const { preview, decision, take, refusal, ready } = of;
  return (
    <>
      {ready ? <Preview of={preview} /> : <p>{before}</p>}
      <FormProvider {...of.form}>
        <NoteField label={t('decide.note')} />
      </FormProvider>
      <ErrorNotice error={take.error ?? error} />
      {refusal === 'case_outdated' && <Button onClick={of.lookAgain}>{t('decide.lookAgain')}</Button>}
      {refusal === 'case_claimed' && (
        <Button loading={take.isPending} onClick={of.takeOver}>
          {t('decide.takeOver')}
        </Button>
      )}
      {refusal !== 'case_outdated' && refusal !== 'case_claimed' && (
        <Button
          type="submit"
          color={ends.has(choice.action) ? 'red' : undefined}
          loading={decision.isPending}
          disabled={ready && preview.data?.allowed === false}
        >
          {t('decide.confirm', { action: choice.title })}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {t('common:actions.cancel')}
      </Button>
    </>
  );
}
