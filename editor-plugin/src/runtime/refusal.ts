/** Why there is no repository to work on (Spec 1, 9), in the words and codes of the git routes. */
const ROWS = {
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
  unknown_route: { status: 404, sentence: 'No such git operation', suggestion: undefined },
  method_not_allowed: { status: 405, sentence: 'This operation wants another method', suggestion: undefined },
  unexpected_error: {
    status: 500,
    sentence: 'Something unforeseen happened',
    suggestion: 'See the log of the flow editor.',
  },
} as const;

export type RefusalCode = keyof typeof ROWS;

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly extra: Readonly<Record<string, unknown>> = {};

  constructor(code: RefusalCode) {
    super(ROWS[code].sentence);
    this.code = code;
    this.status = ROWS[code].status;
    this.suggestion = ROWS[code].suggestion;
  }
}
