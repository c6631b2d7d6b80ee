import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';

const run = promisify(execFile);

/** Business figures for orders begun from now on (docs/operations.md); the running stack takes them after a few seconds. */
export async function setFigures(figures: Record<string, string>): Promise<void> {
  const changes = Object.entries(figures).map(([name, value]) => `${name}=${value}`);
  await run(process.env.DEVSTACK ?? '../bin/devstack', ['set', ...changes]);
}

async function workerProcess(): Promise<number> {
  const file = process.env.WORKER_PID_FILE;
  expect(file, 'WORKER_PID_FILE is set by tools/e2e.sh').toBeDefined();
  return Number(await readFile(file ?? '', 'utf8'));
}

/** kill -9, in the middle of whatever it does. The script that keeps the worker running starts another one. */
export async function killWorker(): Promise<void> {
  const killed = await workerProcess();
  process.kill(killed, 'SIGKILL');
  await expect.poll(workerProcess).not.toBe(killed);
}
