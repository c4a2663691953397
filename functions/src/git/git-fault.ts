/**
 * Every way in which a git operation can fail, as data (Contract 7): the code that callers switch on, the sentence,
 * what to do about it, and the HTTP status for whoever serves the operation over HTTP. Codes are Node-RED's own
 * where it has one. Texts of git, of isomorphic-git and of the operating system never reach a caller.
 * `{name}` in a sentence or suggestion is filled from the fault's facts.
 */
export interface FaultRow {
  status: number;
  sentence: string;
  suggestion?: string;
}

const row = (status: number, sentence: string, suggestion?: string): FaultRow =>
  suggestion === undefined ? { status, sentence } : { status, sentence, suggestion };

export const GIT_FAULTS = {
  git_invalid_argument: row(400, '{reason}'),
  git_not_a_repository: row(
    404,
    'The folder is not a git repository',
    'Create the project with version control in the editor, or run "git init" in its folder.',
  ),
  git_unsupported_repository: row(
    501,
    'The repository uses a feature that is not supported here: {feature}',
    'Use the git command line for this repository.',
  ),
  git_corrupt: row(
    500,
    'The repository is damaged: {what}',
    'Run "git fsck" in the folder, or clone it afresh.',
  ),
  git_unknown_ref: row(404, 'No commit, branch or tag is named "{ref}"', 'Fetch, then look at the branches.'),
  git_ambiguous_ref: row(409, 'More than one commit starts with "{ref}"', 'Give more digits of the hash.'),
  git_unknown_path: row(404, 'No file named "{path}" is known here'),
  git_ignored_path: row(409, 'The file "{path}" is ignored by .gitignore', 'Change .gitignore first.'),
  git_unsafe_path: row(409, 'The path "{path}" may not be touched: {reason}'),
  git_filter_unsupported: row(
    409,
    'The file "{path}" goes through the filter "{filter}", which is not run here',
    'Add this file with the git command line.',
  ),
  git_missing_user: row(
    400,
    'No user name and e-mail address are set for commits',
    'Set them in the editor under Settings, Git config, or with "git config user.name" and "user.email".',
  ),
  git_nothing_to_commit: row(409, 'Nothing is staged for commit', 'Stage files first.'),
  git_no_commits: row(409, 'The branch has no commit yet', 'Make a first commit.'),
  git_unmerged_files: row(409, 'Files are in conflict', 'Resolve them and stage them, or abort the merge.'),
  git_no_merge: row(409, 'No merge is in progress'),
  git_checkout_blocked: row(
    409,
    'The checkout is blocked by {blocked}',
    'Commit or discard changes and push commits first.',
  ),
  git_local_changes: row(409, 'Uncommitted changes would be overwritten', 'Commit or discard them first.'),
  git_branch_exists: row(409, 'A branch named "{branch}" exists already', 'Choose another name.'),
  git_no_branch: row(409, 'No branch to return to is known', 'Switch to a branch by name.'),
  git_ref_moved: row(409, 'The branch was moved by someone else meanwhile', 'Refresh and try again.'),
  git_locked: row(423, 'Another git process holds {lock}, for {age} now', 'Wait and try again. {advice}'),
  git_detached_head: row(409, 'HEAD is on no branch', 'Return to a branch first, or commit to make one.'),
  git_remote_undefined: row(
    404,
    'No remote named "{remote}" is configured',
    'Add a remote in the project settings.',
  ),
  git_remote_refused: row(
    400,
    'The address of the remote is not allowed: {reason}',
    'Use an https address of a public host, or have the host allowed in the configuration.',
  ),
  git_auth_failed: row(
    502,
    'The remote did not accept the credentials',
    'Check the user name and token of this remote.',
  ),
  git_push_denied: row(
    502,
    'The remote does not let this user push',
    'Ask for write permission, or use other credentials.',
  ),
  git_repository_not_found: row(
    404,
    'The remote repository does not exist',
    'Check the address of the remote.',
  ),
  git_connection_failed: row(503, 'The remote could not be reached', 'Check the network and try again.'),
  git_remote_error: row(
    502,
    'The remote answered in a way that cannot be used',
    'Check that the address is that of a git repository.',
  ),
  git_remote_gone: row(
    404,
    'The remote has no branch named "{branch}"',
    'Push the branch, or follow another one.',
  ),
  git_push_failed: row(
    409,
    'The remote rejected the push: it has commits that are not here',
    'Pull first, then push again.',
  ),
  git_push_declined: row(
    409,
    'The remote declined the push by a rule of its own',
    'Look at the rules of the remote branch, for example branch protection.',
  ),
  git_pull_merge_conflict: row(
    409,
    'The remote changes conflict with local commits; nothing was changed',
    'Pull again with a choice for each file (ours or theirs), or merge with the git command line.',
  ),
  git_pull_overwrite: row(
    409,
    'Local changes would be overwritten by the pull; nothing was changed',
    'Commit or discard these files first.',
  ),
  git_pull_unrelated_history: row(409, 'The remote branch has no common history with this one'),
  git_host_key_verification_failed: row(
    502,
    'The host key of the remote is not known or has changed',
    'Check the key and add it to the known hosts of the project.',
  ),
  git_ssh_unavailable: row(
    501,
    'SSH remotes need the git program, which is not installed here',
    'Install git on this machine, or use an https address with a token.',
  ),
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof GIT_FAULTS;

const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '').trim();

/**
 * A failure that the caller may see whole.
 * `extra` holds keys that go into the answer beside the envelope, for example `conflicted`.
 */
export class GitFault extends Error {
  override readonly name = 'GitFault';
  readonly code: FaultCode;
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    facts: Readonly<Record<string, string>> = {},
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    const found: FaultRow = GIT_FAULTS[code];
    super(fill(found.sentence, facts));
    this.code = code;
    this.status = found.status;
    this.suggestion = found.suggestion === undefined ? undefined : fill(found.suggestion, facts);
    this.extra = extra;
  }
}

export const isGitFault = (value: unknown): value is GitFault => value instanceof GitFault;
