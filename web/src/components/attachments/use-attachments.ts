import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment, AttachmentForm } from '@/api/gen-tickets';
import { problemOf } from '@/api/problem';
import { EffectKeys } from '@/lib/http/idempotency';

export interface Rules {
  most: number;
  largest: number;
  types: string[];
}

export interface Added {
  key: string;
  name: string;
  size: number;
  /** The stored file, once the upload is complete. */
  file?: Attachment;
  error?: string;
}

export type Upload = (key: string, body: AttachmentForm) => Promise<Attachment>;

const bytesPerMegabyte = 2 ** 20;

export const megabytes = (bytes: number) => Math.floor(bytes / bytesPerMegabyte);

/** Returns the content of a file in Base64. */
const contentOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The files of a form. Each file is uploaded when it is added; the form sends only its id. */
export function useAttachments(upload: Upload, rules: Rules | undefined) {
  const { t } = useTranslation('tickets');
  const [added, setAdded] = useState<Added[]>([]);

  const wrong = (file: File): string | undefined =>
    rules && file.size > rules.largest
      ? t('files.tooLarge', { largest: megabytes(rules.largest) })
      : undefined;
  const told = (key: string, now: Partial<Added>) =>
    setAdded((all) => all.map((each) => (each.key === key ? { ...each, ...now } : each)));

  const send = async (key: string, file: File) => {
    try {
      const name = file.name.replace(/\p{C}/gu, '').slice(-200) || 'file';
      told(key, { file: await upload(key, { name, type: file.type, content: await contentOf(file) }) });
    } catch (error) {
      told(key, { error: problemOf(error)?.message ?? t('files.failed') });
    }
  };
  const add = (file: File | null) => {
    if (!file) {
      return;
    }
    const key = new EffectKeys().keyFor(file.name);
    const error = wrong(file);
    setAdded((all) => [...all, { key, name: file.name, size: file.size, ...(error && { error }) }]);
    if (!error) {
      void send(key, file);
    }
  };
  const ids = added.flatMap(({ file }) => (file ? [file.id] : []));
  return {
    added,
    add,
    remove: (key: string) => setAdded((all) => all.filter((each) => each.key !== key)),
    clear: () => setAdded([]),
    /** Some files are still in upload or were refused: the form waits for the customer. */
    unfinished: added.some(({ file }) => !file),
    /** The ids of the files, for the request of the form. */
    named: ids.length > 0 ? { attachments: ids } : {},
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
