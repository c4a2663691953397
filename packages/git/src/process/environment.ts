/**
 * Each profile configures git through its environment alone: command lines can be read by other processes, and
 * configuration files are never written.
 */
import { devNull } from 'node:os';

/**
 * `hardened`: the folder may contain anything that strangers put there (the function). `own machine`: git runs with the
 * user's own configuration, filters, hooks and signing (the editor plugin).
 */
export type Profile = 'hardened' | 'own machine';

export type Settings = readonly (readonly [key: string, value: string])[];

/** Both profiles: output has the same form whatever is configured. */
const COMMON: Settings = [
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['core.quotePath', 'false'],
  ['core.filesRefLockTimeout', '3000'],
  ['core.packedRefsTimeout', '3000'],
  ['log.showSignature', 'false'],
  ['diff.suppressBlankEmpty', 'false'],
  ['advice.detachedHead', 'false'],
  // Larger files are shown as binary, and streamed instead of loaded into memory.
  ['core.bigFileThreshold', '20m'],
];

/** Changes survive a power failure. A read may write the index too, but only to store what it learned. */
const DURABLE: Settings = [
  ['core.fsync', 'committed,index,reference'],
  ['core.fsyncMethod', 'batch'],
];

/** Harmless irregularities in real histories; everything else that `git fsck --strict` finds is rejected. */
const LET_THROUGH = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badName',
  'badTimezone',
  'missingAuthor',
  'missingCommitter',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'missingTaggerEntry',
  'nulInCommit',
  'badFilemode',
  'zeroPaddedDate',
  'zeroPaddedFilemode',
];
const REFUSED = ['hasDot', 'hasDotdot', 'hasDotgit', 'fullPathname', 'emptyName', 'nullSha1'];

const HARDENED: Settings = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', devNull],
  ['core.excludesFile', devNull],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.pager', 'cat'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['credential.helper', ''],
  ['diff.ignoreSubmodules', 'dirty'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  // Nothing may run after the answer was sent.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

const TRANSFER: Settings = [
  ['transfer.fsckObjects', 'true'],
  ...LET_THROUGH.map((message) => [`fetch.fsck.${message}`, 'ignore'] as const),
  ...REFUSED.map((message) => [`fetch.fsck.${message}`, 'error'] as const),
];

/** Only what git needs to start: no `GIT_*`, proxy, agent or editor variables of this process. */
const PASSED_ON = ['PATH', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'];

const passedOn = (): Record<string, string | undefined> =>
  Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));

const STRICT: Record<string, string> = {
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  // No protocol is allowed unless a call names one.
  GIT_ALLOW_PROTOCOL: 'none',
};

export interface Surroundings {
  profile: Profile;
  /** The working tree: git does not trust another user's folder unless it is listed. */
  directory: string;
  /** Of the lock of a change or a transfer: identifies the process after a crash, see `change/stop-leftovers.ts`. */
  nonce?: string | undefined;
  settings?: Settings | undefined;
  variables?: Readonly<Record<string, string>> | undefined;
}

/** The complete environment of one git process. */
export function environmentOf(around: Surroundings): Record<string, string | undefined> {
  const isHardened = around.profile === 'hardened';
  // Reads get fewer, because git parses all of them.
  const isRead = around.nonce === undefined;
  const settings: Settings = [
    ...COMMON,
    ...(isRead ? [] : DURABLE),
    ...(isHardened ? [...HARDENED, ['safe.directory', around.directory] as const] : []),
    ...(isHardened && !isRead ? TRANSFER : []),
    ...(around.settings ?? []),
  ];
  return {
    ...(isHardened ? { ...passedOn(), ...STRICT } : { ...process.env, no_proxy: withoutProxy() }),
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: isHardened ? 'C' : 'C.UTF-8',
    LANGUAGE: '',
    ...(around.nonce !== undefined && { SIGHTLINE_OPERATION: around.nonce }),
    ...around.variables,
    ...countedSettings(settings),
  };
}

/** The machine's network proxy cannot reach servers on the machine itself. */
const withoutProxy = (): string =>
  [process.env.no_proxy ?? process.env.NO_PROXY ?? [], '127.0.0.1', 'localhost', '::1'].flat().join(',');

function countedSettings(settings: Settings): Record<string, string> {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(settings.length) };
}
