import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseClaim, CaseKind } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { ModalDialog } from '@/components/modal-dialog';
import { ClaimMark } from '../claim-mark';
import { NoteField, useNoteForm } from './note-field';
import { useClaim, useRelease } from './use-case';

interface Props {
  path: { kind: CaseKind; caseId: string };
  claim: CaseClaim | undefined;
}

/** Takes a case over from another agent with a reason, which that agent reads on the case. */
function TakeOver({ path, onClose }: Pick<Props, 'path'> & { onClose: () => void }) {
  const { t } = useTranslation(['console', 'common']);
  const take = useClaim(path);
  const { form, refusal } = useNoteForm(take.error);
  return (
    <ModalDialog title={t('claim.takeOver')} onClose={onClose}>
      <Form
        form={form}
        className="stack"
        onSubmit={({ note }) => take.mutate({ takeOver: true, note }, { onSuccess: onClose })}
      >
        <NoteField label={t('claim.why')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" loading={take.isPending}>
          {t('claim.takeOver')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}

/** The owner of a case, and the buttons to claim, extend, release or take over the case. */
export function ClaimBar({ path, claim }: Props) {
  const { t } = useTranslation('console');
  const [takesOver, setTakesOver] = useState(false);
  const take = useClaim(path);
  const release = useRelease(path);
  const others = (claim && !claim.mine) || problemOf(take.error)?.messageKey === 'case_claimed';
  return (
    <div className="stack">
      <div className="row">
        <ClaimMark claim={claim} />
        {others ? (
          <Button variant="default" onClick={() => setTakesOver(true)}>
            {t('claim.takeOver')}
          </Button>
        ) : (
          <Button variant="default" loading={take.isPending} onClick={() => take.mutate({})}>
            {t(claim ? 'claim.keep' : 'claim.take')}
          </Button>
        )}
        {claim?.mine && (
          <Button variant="subtle" loading={release.isPending} onClick={() => release.mutate(undefined)}>
            {t('claim.release')}
          </Button>
        )}
      </div>
      {claim?.note && (
        <p className="dimmed">
          {t('claim.note')} {claim.note}
        </p>
      )}
      <ErrorNotice error={take.error ?? release.error} />
      {takesOver && <TakeOver path={path} onClose={() => setTakesOver(false)} />}
    </div>
  );
}
