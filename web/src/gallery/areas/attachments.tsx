import { useTranslation } from 'react-i18next';
import type { Attachment } from '@/api/gen-tickets';
import { Attached } from '@/components/attachments/attached';
import { AttachmentsField } from '@/components/attachments/attachments-field';
import type { Added } from '@/components/attachments/use-attachments';
import { failures, useWords } from '../made-up';
import { Specimen } from '../specimen';

const nothing = () => undefined;

const rules = { most: 5, largest: 5 * 2 ** 20, types: ['image/jpeg', 'image/png', 'application/pdf'] };

const file = (state: Attachment['state'], name: string): Attachment => ({
  id: `${state} ${name}`,
  name,
  type: 'image/png',
  size: 48_128,
  state,
});

/** Attached files in each of their states. */
export function Attachments() {
  const { t } = useTranslation('tickets');
  const { typed, long, ...words } = useWords();
  const clean = file('clean', `${typed}.png`);
  const field = (added: Added[]) => (
    <AttachmentsField
      of={{ added, add: nothing, remove: nothing, clear: nothing, unfinished: false, named: {} }}
      rules={rules}
    />
  );
  const added = (key: string, name: string, over: Partial<Added> = {}): Added => ({
    key,
    name,
    size: 48_128,
    ...over,
  });
  const each = [
    added('sending', 'bill.png'),
    added('waiting', 'bill.png', { file: file('pending', 'bill.png') }),
    added('ready', clean.name, { file: clean }),
    added('wrong', `${long}.pdf`, { error: t('files.failed') }),
  ];
  return (
    <>
      <Specimen of="attachments/attachments-field">{field([])}</Specimen>
      <Specimen of="attachments/attachments-field, one of each state">{field(each)}</Specimen>
      <Specimen of="attachments/attachments-field, full">
        {field(['a', 'b', 'c', 'd', 'e'].map((key) => added(key, clean.name, { file: clean })))}
      </Specimen>
      <Specimen of="attachments/attached">
        <Attached
          save={() => Promise.reject(failures(words).refused)}
          files={[
            file('pending', 'bill.png'),
            clean,
            { ...clean, id: 'long', name: `${long}.pdf` },
            file('infected', 'invoice.pdf'),
          ]}
        />
      </Specimen>
    </>
  );
}
