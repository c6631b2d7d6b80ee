import { ClientErrorName, ClientWord } from '@/api/gen-reports';
import { chunkFailureOf } from '@/lib/http/chunk';

const words = new Map(Object.values(ClientWord).map((word) => [word as string, word]));
const names: readonly string[] = Object.values(ClientErrorName);
const gap = ClientWord.OTHER;
const most = 40;

/** Reduces a message to the words of the list. Any other word, such as typed text, becomes a gap. */
export function tell(message: string): ClientWord[] {
  const told: ClientWord[] = [];
  for (const word of message.toLowerCase().match(/[\p{L}\p{N}@.+_-]*[\p{L}\p{N}@]/gu) ?? []) {
    const known = words.get(word) ?? gap;
    if (known !== gap || told.at(-1) !== gap) {
      told.push(known);
    }
  }
  return told.slice(0, most);
}

/** Returns the kind of an error. */
export function nameOf(error: unknown): ClientErrorName {
  if (chunkFailureOf(error)) {
    return 'ChunkError';
  }
  const name = error instanceof Error || error instanceof DOMException ? error.name : 'Other';
  return names.includes(name) ? (name as ClientErrorName) : 'Other';
}

/** Returns the topmost place in a stack that is in a file of the build, without the host of the file. */
export const placeOf = (error: unknown): string | undefined =>
  error instanceof Error
    ? error.stack?.match(/\/(assets\/[\w.-]{1,60}:\d{1,7}:\d{1,7})(?!\d)/)?.[1]
    : undefined;
