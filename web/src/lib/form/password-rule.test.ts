import { expect, it } from 'vitest';
import { keepsRule, passwordSymbols } from './password-rule';

/** These cases are the same as in the server's test. */
it.each([
  ['Zk4vqt', true],
  [`Zk4${passwordSymbols}`, true],
  ['Sahara-2026', true],
  ['Zk4vq', false],
  ['', false],
  ['zk4vqtwx', false],
  ['ZK4VQTWX', false],
  ['Zkxvqtwx', false],
  ['Zk4 vqtx', false],
  ['Zk4vqtع', false],
  ['Zkvqtx٤', false],
  ['Zk4vqt^', false],
])('%j keeps the rule: %s', (password, kept) => {
  expect(keepsRule(password)).toBe(kept);
});
