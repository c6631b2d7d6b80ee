import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';

const run = promisify(execFile);

const devstack = (...args: string[]) => run(process.env.DEVSTACK ?? '../bin/devstack', args);

/** Moves the times of a number's plan forward, so that its next event is due within seconds. */
export const leap = (mobile: string) => devstack('leap', mobile);

/** Moves the set-up of an auto-recharge a week back: the recharge that was due since then is made. */
export const leapAutoRecharge = (mobile: string) => devstack('leap', mobile, '--auto-recharge');

/**
 * Sets business figures for orders that begin from now on (docs/operations/configure.md); the running stack
 * takes them after a few seconds.
 */
export async function setFigures(figures: Record<string, string>): Promise<void> {
  const changes = Object.entries(figures).map(([name, value]) => `${name}=${value}`);
  await devstack('set', ...changes);
}

async function workerProcess(): Promise<number> {
  const file = process.env.WORKER_PID_FILE;
  expect(file, 'WORKER_PID_FILE is set by tools/e2e.sh').toBeDefined();
  return Number(await readFile(file ?? '', 'utf8'));
}

/**
 * Kills the worker with -9 in the middle of its work. The script that keeps the worker running starts another
 * one.
 */
export async function killWorker(): Promise<void> {
  const killed = await workerProcess();
  process.kill(killed, 'SIGKILL');
  await expect.poll(workerProcess).not.toBe(killed);
}

async function databaseProcesses(): Promise<number[]> {
  const [postmaster = ''] = (
    await readFile(`${process.env.STATE_DIR}/postgres/postmaster.pid`, 'utf8')
  ).split('\n');
  const sessions = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [Number(postmaster), ...sessions.trim().split(' ').map(Number)];
}

/** Stops the answers of the database for some time. The database then carries out the earlier requests. */
export async function stopDatabaseFor(seconds: number): Promise<void> {
  const processes = await databaseProcesses();
  for (const id of processes) {
    process.kill(id, 'SIGSTOP');
  }
  try {
    await setTimeout(seconds * 1000);
  } finally {
    for (const id of processes) {
      process.kill(id, 'SIGCONT');
    }
  }
}

const operator = (...args: string[]) => run(process.env.SELFCARE ?? '../bin/selfcare', args);
const selfcare = (...args: string[]) => operator('content', ...args);

/** Sets the permissions of a sub-account. */
export const setAccess = (account: string, number: string, keys: string[]) =>
  operator('access', account, number, ...(keys.length > 0 ? ['--keys', keys.join(',')] : ['--nothing']));

/** Starts maintenance for all visitors. */
export const beginMaintenance = (minutes: number) =>
  selfcare('maintenance', '--end', new Date(Date.now() + minutes * 60_000).toISOString());

/** Announces maintenance that has not begun. */
export const planMaintenance = (from: Date, to: Date) =>
  selfcare('maintenance', '--start', from.toISOString(), '--end', to.toISOString());

export const endMaintenance = () => selfcare('maintenance', '--clear');

const seededContent = '../dev/seed/site.yaml';

/** Publishes the seeded content with a change, as an operator would; without a change, the seed itself. */
export async function loadContent(change: (content: string) => string = (content) => content): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  const file = join(folder, 'site.yaml');
  await writeFile(file, change(await readFile(seededContent, 'utf8')));
  await selfcare('load', file);
  await rm(folder, { recursive: true });
}
