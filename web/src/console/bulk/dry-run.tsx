import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type BulkPreview, type BulkPreviewItem, startBulk } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { Stack } from '@/components/ui/layout';
import { Table } from '@/components/ui/table';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';
import { NoteField, useNoteForm } from '../case/note-field';
import { bulkPath, casePath } from '../case-path';
import classes from './bulk.module.css';

function Groups({ groups }: Pick<BulkPreview, 'groups'>) {
  const { t } = useTranslation('console');
  return (
    <Table className={classes.table}>
      <Table.Caption className="visually-hidden">{t('bulk.groups')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('bulk.column.reason')}</Table.Th>
          <Table.Th scope="col">{t('bulk.column.step')}</Table.Th>
          <Table.Th scope="col">{t('bulk.column.count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={`${group.kind} ${group.failureCode} ${group.work.key}`}>
            <Table.Td>
              {t(`kind.${group.kind}`)}: {group.reason}
            </Table.Td>
            <Table.Td>{group.work.title}</Table.Td>
            <Table.Td>{t('bulk.resumableOf', { resumable: group.resumable, count: group.count })}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Item({ of: { case: each, allowed, reason, will } }: { of: BulkPreviewItem }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <li>
      <Link to={casePath(language, each)}>
        {each.title} <Ltr>{each.reference}</Ltr>
      </Link>
      {allowed ? (
        <ul className="bullets">
          {will.map(({ key, text }) => (
            <li key={`${key} ${text}`}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className="negative">
          {t('bulk.leftAlone')} {reason}
        </p>
      )}
    </li>
  );
}

/** Starts a bulk, which then runs by itself; its page shows the progress. */
function Start({ of: { filter, resumable } }: { of: BulkPreview }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();
  const start = useKeyedCall(
    (key, text: string) =>
      startBulk({
        headers: { 'accept-language': language, 'Idempotency-Key': key },
        body: { filter, note: text },
        throwOnError: true,
      }),
    { onSuccess: ({ data }) => navigate(bulkPath(language, data.id)) },
  );
  const { form, refusal } = useNoteForm(start.error);
  return (
    <Form form={form} className="stack form" onSubmit={({ note }) => start.mutate(note)}>
      <NoteField label={t('bulk.note')} />
      <ErrorNotice error={refusal} />
      <Button type="submit" loading={start.isPending}>
        {t('bulk.start', { count: resumable })}
      </Button>
    </Form>
  );
}

/** The effect of resuming, before anything happens. */
export function DryRun({ of }: { of: BulkPreview }) {
  const { t } = useTranslation('console');
  const { total, resumable, minutes, perMinute, groups, items } = of;
  if (total === 0) {
    return <Notice title={t('bulk.nothing')} />;
  }
  return (
    <section className="card stack" aria-label={t('bulk.preview')}>
      <p role="status" className="strong">
        {t('bulk.found', { count: total })} {t('bulk.willResume', { count: resumable })}
        {resumable > 0 && ` ${t('bulk.takes', { count: minutes, perMinute })}`}
      </p>
      <Groups groups={groups} />
      <details>
        <summary>{t('bulk.each', { shown: items.length, count: total })}</summary>
        <Stack component="ul" gap="xs">
          {items.map((item) => (
            <Item key={`${item.case.kind} ${item.case.id}`} of={item} />
          ))}
        </Stack>
      </details>
      {resumable > 0 && <Start of={of} />}
    </section>
  );
}
