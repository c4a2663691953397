/** Written by `npm run build:client` from openapi.yaml: change that, not this. */

export type CropAnnotationsAnswer = AnnotationCrop[];
export type GitStatusRequest = Record<string, never>;

export interface Routes {
  /**
   * Whether the function works
   */
  'GET /monitor/healthz': {
    answer: HealthAnswer;
  };
  /**
   * Replace the annotations of an image
   */
  'POST /monitor/updateTags': {
    body:
      | UpdateTagsRequest
      | {
          data: UpdateTagsRequest;
        };
    answer: UpdateTagsAnswer;
  };
  /**
   * Start a monitoring session
   */
  'GET /monitor/{monitor_id}/start': {
    query: {
      /**
       * Id of the user who starts the session, where the caller has not proved who it is.
       */
      uid?: string;
    };
    answer: StartSessionAnswer;
  };
  /**
   * Start a monitoring session
   */
  'POST /monitor/{monitor_id}/start': {
    query: {
      /**
       * Id of the user who starts the session, where the caller has not proved who it is.
       */
      uid?: string;
    };
    body:
      | StartSessionRequest
      | {
          data: StartSessionRequest;
        };
    answer: StartSessionAnswer;
  };
  /**
   * Stop the monitoring session
   */
  'GET /monitor/{monitor_id}/stop': {
    answer: StopSessionAnswer;
  };
  /**
   * Stop the monitoring session
   */
  'POST /monitor/{monitor_id}/stop': {
    answer: StopSessionAnswer;
  };
  /**
   * Upload a captured image
   */
  'POST /monitor/{monitor_id}/image': {
    query: {
      /**
       * When the image was captured, Unix milliseconds. Without it the time of arrival counts.
       */
      date?: number;
      /**
       * File name, at most 255 bytes; folders and control characters are cut off.
       */
      name?: string | null;
      /**
       * Dataset id. The monitor's own unless given.
       */
      dataset?: string | null;
      /**
       * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`. Without it the image is unlabelled.
       */
      tag?: string | null;
    };
    body:
      | AddImageRequest
      | {
          data: AddImageRequest;
        };
    answer: AddImageAnswer;
  };
  /**
   * Whether the function works
   */
  'GET /dataset/healthz': {
    answer: HealthAnswer;
  };
  /**
   * Write the training CSV of a dataset
   */
  'GET /dataset/{dataset_id}/csv': {
    query: {
      /**
       * Percentage of the images for test. Both absent mean 10 and 10; when one is given, the other is 0.
       */
      test?: number;
      /**
       * Percentage of the images for validation. Both absent mean 10 and 10; when one is given, the other is 0.
       */
      validation?: number;
      /**
       * What never stands on both sides of the split: one session in one minute, a session, or an image.
       */
      group?: 'burst' | 'session' | 'image';
      /**
       * Renames or merges labels: `{"<tag id or name>":"<label>"}` or `name:label,name:label`. An empty label or null leaves the tag out.
       */
      tagmap?: string;
      /**
       * A label with fewer than 10 images is an error.
       */
      strict?: boolean;
      /**
       * Writes the assigned sets to the records, which keep them from then on.
       */
      save?: boolean;
    };
    answer: GenerateCsvAnswer;
  };
  /**
   * Download images as a ZIP archive
   */
  'POST /dataset/{dataset_id}/downloadZip': {
    query: {
      /**
       * `false`: an archive that is fetched from Storage is answered with 200 and its link in the body.
       */
      redirect?: boolean;
    };
    body: DownloadZipRequest;
    answer: DownloadZipAnswer;
  };
  /**
   * The annotated regions of a tag, cut out
   */
  'GET /dataset/{dataset_id}/annotationsCrops/{tag_id}': {
    query: {
      /**
       * Ends the list before the image whose crops would exceed it, but never before the first.
       */
      limit?: number;
      /**
       * Id of the image to go on behind: the last `imageId` of the page before.
       */
      after?: string;
    };
    answer: CropAnnotationsAnswer;
  };
  /**
   * Count images and annotations anew
   */
  'POST /dataset/{dataset_id}/refreshCounters': {
    answer: UpdateTagsAnswer;
  };
  /**
   * Whether the function works
   */
  'GET /image/healthz': {
    answer: HealthAnswer;
  };
  /**
   * Remove an image
   */
  'GET /image/delete/image/{encoded_uri}': {
    answer: UpdateTagsAnswer;
  };
  /**
   * Remove an image
   */
  'DELETE /image/delete/image/{encoded_uri}': {
    answer: UpdateTagsAnswer;
  };
  /**
   * Detect objects in an image
   */
  'GET /image/detect/image/{encoded_uri}': {
    answer: DetectObjectsAnswer;
  };
  /**
   * An image as a data URI
   */
  'GET /image/getb64/image/{encoded_uri}': {
    answer: ReadBase64Answer;
  };
  /**
   * Whether the function works
   */
  'GET /service-git/healthz': {
    answer: HealthAnswer;
  };
  /**
   * Project, current branch and sync status
   */
  'GET /service-git/project-info': {
    answer: GitProjectInfoAnswer;
  };
  /**
   * File changes and staging state
   */
  'POST /service-git/status': {
    body: GitStatusRequest;
    answer: GitStatusAnswer;
  };
  /**
   * Local branches, and those that only a remote has
   */
  'POST /service-git/branches': {
    body: GitStatusRequest;
    answer: GitBranchesAnswer;
  };
  /**
   * Commit history with graph data, page by page
   */
  'POST /service-git/log': {
    body: GitLogRequest;
    answer: GitLogAnswer;
  };
  /**
   * One commit and what it changed
   */
  'POST /service-git/show': {
    body: GitShowRequest;
    answer: GitShowAnswer;
  };
  /**
   * What is staged, or what is not
   */
  'POST /service-git/diff': {
    body: GitDiffRequest;
    answer: GitDiffAnswer;
  };
  /**
   * Whether the working tree may be switched
   */
  'POST /service-git/validate-checkout': {
    body: GitValidateCheckoutRequest;
    answer: GitValidateCheckoutAnswer;
  };
  /**
   * Stage files, removals included
   */
  'POST /service-git/add': {
    body: GitAddRequest;
    answer: GitAddAnswer;
  };
  /**
   * Take files out of the index
   */
  'POST /service-git/unstage': {
    body: GitUnstageRequest;
    answer: GitUnstageAnswer;
  };
  /**
   * Put files back to what is staged
   */
  'POST /service-git/discard': {
    body: GitDiscardRequest;
    answer: GitDiscardAnswer;
  };
  /**
   * Create a commit
   */
  'POST /service-git/commit': {
    body: GitCommitRequest;
    answer: GitCommitAnswer;
  };
  /**
   * Switch to a commit or a branch
   */
  'POST /service-git/checkout': {
    body: GitShowRequest;
    answer: GitCheckoutAnswer;
  };
  /**
   * Back to the tip of the branch that was left
   */
  'POST /service-git/return-to-latest': {
    body: GitStatusRequest;
    answer: GitReturnToLatestAnswer;
  };
  /**
   * Create a branch without leaving the current one
   */
  'POST /service-git/create-branch': {
    body: GitCreateBranchRequest;
    answer: GitCreateBranchAnswer;
  };
  /**
   * Switch to a branch
   */
  'POST /service-git/switch-branch': {
    body: GitSwitchBranchRequest;
    answer: GitSwitchBranchAnswer;
  };
  /**
   * Move the branch to a commit
   */
  'POST /service-git/reset': {
    body: GitResetRequest;
    answer: GitResetAnswer;
  };
  /**
   * Bring the remote's branches
   */
  'POST /service-git/fetch': {
    body: GitFetchRequest;
    answer: GitFetchAnswer;
  };
  /**
   * Fetch, then fast-forward or merge
   */
  'POST /service-git/pull': {
    body: GitPullRequest;
    answer: GitPullAnswer;
  };
  /**
   * Push the current branch
   */
  'POST /service-git/push': {
    body: GitPushRequest;
    answer: GitPushAnswer;
  };
  /**
   * Leave a merge that was begun elsewhere
   */
  'POST /service-git/abort-merge': {
    body: GitStatusRequest;
    answer: GitAbortMergeAnswer;
  };
  /**
   * Clear locks that a dead process left
   */
  'POST /service-git/unlock': {
    body: GitUnlockRequest;
    answer: GitUnlockAnswer;
  };
}
export interface HealthAnswer {
  status: 'ok';
}
export interface UpdateTagsRequest {
  /**
   * Dataset id, or path `dataset/<dataset_id>`.
   */
  dataset: string;
  /**
   * Image id, or path `image/<image_id>`.
   */
  imageID: string;
  /**
   * Replaces all annotations of the image.
   *
   * @maxItems 1000
   */
  tags: {
    /**
     * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.
     */
    tag: string;
    type?: 'rect' | 'mask' | 'point';
    labeled?: 'manual' | 'inference';
    /**
     * Left edge, normalized 0-1.
     */
    x: number;
    /**
     * Top edge, normalized 0-1.
     */
    y: number;
    /**
     * Width, normalized 0-1. Only a point may leave it out.
     */
    w?: number | null;
    /**
     * Height, normalized 0-1. Only a point may leave it out.
     */
    h?: number | null;
  }[];
}
export interface UpdateTagsAnswer {
  error: false;
  status: 'success';
}
export interface StartSessionAnswer {
  data: {
    result: 'Started';
    error: false;
  };
}
export interface StartSessionRequest {
  /**
   * Id of the user who starts the session, where the caller has not proved who it is.
   */
  uid?: string;
}
export interface StopSessionAnswer {
  data: {
    result: 'Stopped';
    error: false;
  };
}
export interface AddImageRequest {
  /**
   * The image, base64-encoded, with or without the prefix of a data URI. At most 20 MB when decoded.
   */
  image: string;
  image_data?: {
    /**
     * When the image was captured, Unix milliseconds. Without it the time of arrival counts.
     */
    date?: number;
    /**
     * File name, at most 255 bytes; folders and control characters are cut off.
     */
    name?: string | null;
    /**
     * Dataset id. The monitor's own unless given.
     */
    dataset?: string | null;
    /**
     * Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`. Without it the image is unlabelled.
     */
    tag?: string | null;
  };
}
export interface AddImageAnswer {
  data: {
    error: false;
    result: 'Added image';
    /**
     * Id of the image record.
     */
    id: string;
  };
}
export interface GenerateCsvAnswer {
  status: 'success';
  result: {
    error: false;
    training: {
      /**
       * Name of the dataset.
       */
      name: string;
      /**
       * Storage uri.
       */
      dataset: string;
    };
  };
}
export interface DownloadZipRequest {
  /**
   * Image ids, or `gs://` uris, of this dataset.
   *
   * @minItems 1
   */
  images: string[];
  /**
   * Goes to the log only.
   */
  userId?: string;
}
export interface DownloadZipAnswer {
  error: false;
  status: 'success';
  /**
   * Address of the archive.
   */
  result: string;
}
export interface AnnotationCrop {
  /**
   * The tag's id.
   */
  id: string;
  imageId: string;
  /**
   * Data URI of a WebP.
   */
  cropUri: string;
  /**
   * Index of the annotation in the image's `tags`.
   */
  tagIndex: number;
}
export interface DetectObjectsAnswer {
  result: Detection[];
}
export interface Detection {
  /**
   * x and y of the top-left corner, width and height, normalized 0-1.
   *
   * @minItems 4
   * @maxItems 4
   */
  bbox: [number, number, number, number];
  class: string;
  score: number;
}
export interface ReadBase64Answer {
  /**
   * Data URI.
   */
  result: string;
}
export interface GitProjectInfoAnswer {
  success: true;
  operation: 'project-info';
  projectName: string;
  /**
   * Null when HEAD is detached.
   */
  currentBranch: string | null;
  /**
   * The branch that HEAD is on or was on last.
   */
  lastKnownBranch: string | null;
  head: string | null;
  isDetachedHead: boolean;
  /**
   * The remote branch that the branch follows.
   */
  tracking: string | null;
  hasTracking: boolean;
  ahead: number;
  behind: number;
  remotes: {
    name: string;
    refs: {
      fetch: string;
      push: string;
    };
  }[];
  user:
    | {
        name: string;
        email: string;
      }
    | {
        name: null;
        email: null;
      };
  state: 'clean' | 'merging';
  conflicted: string[];
}
export interface GitStatusAnswer {
  success: true;
  operation: 'status';
  status: {
    current: string | null;
    tracking: string | null;
    ahead: number;
    behind: number;
    detached: boolean;
    files: {
      path: string;
      /**
       * What is staged: ` `, `A`, `M`, `T`, `D`, `R`; `U`, `A`, `D` in a conflict; `?` untracked.
       */
      index: string;
      /**
       * What is not staged: the same letters.
       */
      working_dir: string;
    }[];
    staged: string[];
    modified: string[];
    created: string[];
    deleted: string[];
    renamed: {
      from: string;
      to: string;
    }[];
    conflicted: string[];
    not_added: string[];
  };
}
export interface GitBranchesAnswer {
  success: true;
  operation: 'branches';
  current: string | null;
  all: string[];
  branches: {
    [k: string]: GitBranch;
  };
}
export interface GitBranch {
  current: boolean;
  /**
   * Full hash.
   */
  commit: string;
  /**
   * First line of the commit's message.
   */
  label: string;
  /**
   * Only a remote has it; its name is then `origin/name`.
   */
  remote: boolean;
  tracking: string | null;
  ahead: number;
  behind: number;
}
export interface GitLogRequest {
  /**
   * Commits on the page.
   */
  maxCount?: number;
  /**
   * Hash of the last commit of the page before: this page begins behind it.
   */
  before?: string;
  /**
   * Walk only from here and from HEAD; all branches unless given.
   */
  ref?: string;
}
export interface GitLogAnswer {
  success: true;
  operation: 'log';
  /**
   * All commits that the walk found, on this page and others.
   */
  total: number;
  hasMore: boolean;
  commits: GitCommit[];
}
export interface GitCommit {
  /**
   * Full hash.
   */
  hash: string;
  /**
   * Items: Full hash.
   */
  parents: string[];
  author: string;
  email: string;
  /**
   * ISO 8601, when it was authored.
   */
  date: string;
  message: string;
  /**
   * A remote branch has it.
   */
  pushed: boolean;
  isHead: boolean;
  /**
   * Branches, local and remote, that end here.
   */
  branches: string[];
  lane: number;
  /**
   * Lines of the graph from this row to the next one below.
   */
  edges: {
    from: number;
    to: number;
    /**
     * Full hash.
     */
    hash: string;
  }[];
}
export interface GitShowRequest {
  /**
   * Hash or its beginning, `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
}
export interface GitShowAnswer {
  success: true;
  operation: 'show';
  commit: {
    /**
     * Full hash.
     */
    hash: string;
    /**
     * Items: Full hash.
     */
    parents: string[];
    author: GitSignature;
    committer: GitSignature;
    message: string;
  };
  files: GitFileDiff[];
}
export interface GitSignature {
  name: string;
  email: string;
  /**
   * ISO 8601.
   */
  date: string;
}
export interface GitFileDiff {
  path: string;
  oldPath?: string;
  status: 'A' | 'M' | 'T' | 'D' | 'R';
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  insertions: number;
  deletions: number;
  hunks: {
    oldStart: number;
    oldLines: number;
    newStart: number;
    newLines: number;
    /**
     * Each with ` `, `-` or `+` in front and no line feed.
     */
    lines: string[];
  }[];
  flows?: GitFlowDiff;
}
export interface GitFlowDiff {
  tabs: {
    /**
     * The tab's id; `global` for configuration nodes.
     */
    id: string;
    label: string;
    status: 'added' | 'removed' | 'changed';
    added: {
      id: string;
      type: string;
      name: string;
    }[];
    removed: {
      id: string;
      type: string;
      name: string;
    }[];
    changed: {
      id: string;
      type: string;
      name: string;
      properties: string[];
    }[];
  }[];
}
export interface GitDiffRequest {
  /**
   * Path of a file or folder, relative to the project, with `/`.
   */
  path?: string;
  /**
   * What is staged against HEAD; else what is not staged.
   */
  staged?: boolean;
}
export interface GitDiffAnswer {
  success: true;
  operation: 'diff';
  files: GitFileDiff[];
}
export interface GitValidateCheckoutRequest {
  /**
   * Hash or its beginning, `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  targetRef: string;
}
export interface GitValidateCheckoutAnswer {
  success: true;
  operation: 'validate-checkout';
  canCheckout: boolean;
  blockers: ('uncommitted_changes' | 'unpushed_commits')[];
  uncommittedCount: number;
  unpushedCount: number;
  currentRef: string | null;
  targetRef: string;
  currentBranch: string | null;
  isDetachedHead: boolean;
}
export interface GitAddRequest {
  /**
   * All files that changed.
   */
  stageAll?: boolean;
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files?: string[];
}
export interface GitAddAnswer {
  success: true;
  operation: 'add';
  files: string[];
}
export interface GitUnstageRequest {
  /**
   * All files that are staged.
   */
  unstageAll?: boolean;
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files?: string[];
}
export interface GitUnstageAnswer {
  success: true;
  operation: 'unstage';
  files: string[];
}
export interface GitDiscardRequest {
  /**
   * @minItems 1
   * @maxItems 10000
   *
   * Items: Path of a file or folder, relative to the project, with `/`.
   */
  files: string[];
}
export interface GitDiscardAnswer {
  success: true;
  operation: 'discard';
  files: string[];
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitCommitRequest {
  /**
   * The commit message.
   */
  message: string;
}
export interface GitCommitAnswer {
  success: true;
  operation: 'commit';
  /**
   * Full hash.
   */
  commit: string;
  branch: string;
  /**
   * The branch that was made for a detached HEAD.
   */
  createdBranch: string | null;
  summary: {
    changes: number;
    insertions: number;
    deletions: number;
  };
  message: string;
}
export interface GitCheckoutAnswer {
  success: true;
  operation: 'checkout';
  ref: string;
  isDetachedHead: boolean;
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitReturnToLatestAnswer {
  success: true;
  operation: 'return-to-latest';
  branch: string;
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitCreateBranchRequest {
  /**
   * Name of a branch, as git allows it.
   */
  branch: string;
  /**
   * Hash or its beginning, `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef?: string;
}
export interface GitCreateBranchAnswer {
  success: true;
  operation: 'create-branch';
  branch: string;
  /**
   * Full hash.
   */
  commit: string;
}
export interface GitSwitchBranchRequest {
  /**
   * Name of a branch, as git allows it.
   */
  branch: string;
}
export interface GitSwitchBranchAnswer {
  success: true;
  operation: 'switch-branch';
  branch: string;
  created: boolean;
  tracking: string | null;
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitResetRequest {
  /**
   * Hash or its beginning, `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.
   */
  commitRef: string;
  resetMode?: 'soft' | 'mixed' | 'hard';
}
export interface GitResetAnswer {
  success: true;
  operation: 'reset';
  /**
   * Full hash.
   */
  ref: string;
  resetMode: 'soft' | 'mixed' | 'hard';
  /**
   * Where HEAD stood.
   */
  previous: string;
  /**
   * Recovery refs that were made.
   */
  kept: string[];
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitFetchRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
  /**
   * Forgets branches that the remote has no more.
   */
  prune?: boolean;
}
export interface GitFetchAnswer {
  success: true;
  operation: 'fetch';
  remote: string;
  updated: {
    ref: string;
    from: string | null;
    to: string | null;
  }[];
}
export interface GitPullRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
  /**
   * Name of a branch, as git allows it.
   */
  branch?: string;
  /**
   * For files in conflict: whose version stays, by path.
   */
  resolutions?: {
    [k: string]: 'ours' | 'theirs';
  };
}
export interface GitPullAnswer {
  success: true;
  operation: 'pull';
  result: 'up-to-date' | 'fast-forward' | 'merge';
  from: string | null;
  /**
   * Full hash.
   */
  to: string;
  /**
   * Paths that changed in the working tree.
   */
  files: string[];
  fetched: {
    remote: string;
    updated: {
      ref: string;
      from: string | null;
      to: string | null;
    }[];
  };
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitPushRequest {
  /**
   * Name of a configured remote.
   */
  remote?: string;
}
export interface GitPushAnswer {
  success: true;
  operation: 'push';
  branch: string;
  remote: string;
  remoteBranch: string;
  from: string | null;
  /**
   * Full hash.
   */
  to: string;
  /**
   * The branch follows the remote one from now on, and did not before.
   */
  setUpstream: boolean;
}
export interface GitAbortMergeAnswer {
  success: true;
  operation: 'abort-merge';
  branch: string | null;
  files: string[];
  /**
   * Why the editor did not load its flows anew; the change stands all the same.
   */
  reloadError?: string;
}
export interface GitUnlockRequest {
  /**
   * Locks younger than this stay.
   */
  olderThanSeconds?: number;
}
export interface GitUnlockAnswer {
  success: true;
  operation: 'unlock';
  removed: string[];
  held: {
    lock: string;
    ageSeconds: number;
  }[];
}
