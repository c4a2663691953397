/**
 * Shared setup of the client's suites: all functions with a project volume, and a front that can lose requests and answers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { furnish } from '../support/factory.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

export interface Stage {
  stack: TestStack;
  front: LossyFront;
  remote: RunningGitRemote;
  /** URL of the Realtime Database for clients. */
  databaseUrl: string;
  /** The flow editor's project. */
  project: string;
  /** Ends all faults and forgets recorded requests. */
  heal(): void;
  close(): Promise<void>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-client-'));
  const volume = join(root, 'volume');
  const remote = await startGitRemote({ port: 0, directory: join(root, 'remotes') });
  const project = await layOutVolume(volume, remote);
  const functions = ['monitor', 'dataset', 'image', 'service-git'] as const;
  const stack = await startTestStack({ functions: [...functions], env: { EDITOR_VOLUME: volume, ...env } });
  await furnish(stack);
  const front = await startLossyFront(() => stack.baseUrl);
  return {
    stack,
    front,
    remote,
    project,
    databaseUrl: `http://${stack.addresses.database}?ns=${stack.namespace}`,
    heal: () => {
      for (const faults of [front.faults, ...Object.values(stack.faults)]) faults.set([]);
      front.requests.length = 0;
    },
    close: async () => {
      await Promise.all([front.close(), stack.close()]);
      await remote.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
