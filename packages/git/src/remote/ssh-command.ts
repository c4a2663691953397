import type { SshIdentity } from './remote-options.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** For `GIT_SSH_COMMAND`: checks host keys and never prompts. git passes it to a shell, so each part is quoted. */
export function sshCommand({ keyFile, knownHostsFile }: SshIdentity, more: readonly string[]): string {
  const options = ['BatchMode=yes', 'StrictHostKeyChecking=yes', 'ConnectTimeout=15'];
  if (knownHostsFile !== undefined) options.push(`UserKnownHostsFile="${knownHostsFile}"`);
  const key = keyFile === undefined ? [] : ['-i', keyFile, '-o', 'IdentitiesOnly=yes'];
  return ['ssh', ...more, ...options.flatMap((option) => ['-o', option]), ...key].map(quote).join(' ');
}
