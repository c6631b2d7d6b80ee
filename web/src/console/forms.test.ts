import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as schemas from '@/api/gen-support/zod.gen';

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const written = Object.values(sources).join('\n');
const names = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(written);

/** The console decides each of these with resolveCase. */
const decidedAsCases = new Set([
  'resolveOrder',
  'resolvePurchase',
  'resolveDeactivation',
  'resolvePortOut',
  'resolveSettlementItem',
  'returnSadadPayment',
]);

/** A caller proves a contact with a code; support only corrects it. */
const notForSupport: Record<string, readonly string[]> = {
  previewCase: ['proof', 'channel', 'code'],
  resolveCase: ['proof', 'channel', 'code'],
};

/** Lists every field of a body, however deep it stands. */
function fieldsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) {
    return [];
  }
  const own = 'properties' in node && node.properties ? Object.keys(node.properties) : [];
  return [...own, ...Object.values(node).flatMap(fieldsOf)];
}

const operations = Object.entries(schemas).flatMap(([name, schema]) => {
  const operation = /^z([A-Z]\w*)Body$/.exec(name)?.[1];
  if (!operation || !('_zod' in schema)) {
    return [];
  }
  const id = operation.charAt(0).toLowerCase() + operation.slice(1);
  return decidedAsCases.has(id) ? [] : [[id, schema] as const];
});

it.each(operations)('asks for every field of %s', (id, schema) => {
  const fields = fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  const absent = new Set(fields.filter((field) => !notForSupport[id]?.includes(field) && !names(field)));
  expect(names(id) ? [] : [id]).toEqual([]);
  expect([...absent]).toEqual([]);
});
