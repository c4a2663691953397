/** Errors of the plugin itself, such as a missing project (Spec 1, 9), with the texts and codes of the git routes. */
const ERRORS = {
  editor_too_old: {
    status: 409,
    sentence: 'The flow editor is older than version 2.0',
    suggestion: 'Upgrade the flow editor.',
  },
  projects_disabled: {
    status: 409,
    sentence: 'Projects are not enabled in the flow editor',
    suggestion:
      'Set editorTheme.projects.enabled to true in its settings.js, see that git is installed, and restart it.',
  },
  no_active_project: {
    status: 404,
    sentence: 'The flow editor has no active project',
    suggestion: 'Open or create a project in the flow editor.',
  },
  cross_site_request: { status: 403, sentence: 'The request comes from another site', suggestion: undefined },
  unknown_host: {
    status: 403,
    sentence: 'The flow editor does not know this host name as its own',
    suggestion:
      "Name it in settings.js, as in 'sightline-git': { hosts: ['editor.example'] }, and restart the editor.",
  },
  unknown_route: { status: 404, sentence: 'No such git operation', suggestion: undefined },
  method_not_allowed: { status: 405, sentence: 'This operation wants another method', suggestion: undefined },
  unexpected_error: {
    status: 500,
    sentence: 'An unexpected error occurred',
    suggestion: 'See the log of the flow editor.',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly extra: Readonly<Record<string, unknown>> = {};

  constructor(code: ErrorCode) {
    super(ERRORS[code].sentence);
    this.code = code;
    this.status = ERRORS[code].status;
    this.suggestion = ERRORS[code].suggestion;
  }
}
