/**
 * The error table: each row of Spec 7 and Contract 3, with its status, its sentence and its body.
 * Operations throw rows by name; only the router turns them into answers.
 */

/** Values that the sentences of the table speak of. */
export interface Particulars {
  id?: string;
  reason?: string;
  uri?: string;
  /** Seconds, for Retry-After. */
  retryAfter?: number;
  allow?: readonly string[];
}

/** A body in the shape of one area of the service. */
export type Shape = (text: string, particulars: Particulars & { suggestion?: string }, row: string) => object;

/** Spec 7: bodies differ by area. */
export const shapes = {
  dataset: (text) => ({ error: true, result: text }),
  imageStatus: (text) => ({ error: true, status: text }),
  // Spec 7: getb64 also says which uri it looked for.
  imageFile: (text, { uri }) => ({ error: true, status: text, ...(uri === undefined ? {} : { uri }) }),
  imageError: (text) => ({ error: text }),
  monitor: (text) => ({ data: { error: true, result: text } }),
  tags: (text) => ({ error: 'Failed to update tags', details: text }),
  // Contract 7: `code` is the name of the row, as one word.
  git: (text, { suggestion }, row) => ({
    success: false,
    error: text,
    code: row.replaceAll(' ', '_'),
    ...(suggestion === undefined ? {} : { suggestion }),
  }),
  health: (text) => ({ status: text }),
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;

interface Row {
  status: number;
  text: string | ((particulars: Particulars) => string);
  /** Where the row's body is not its route's own. */
  shape?: ShapeName;
  /** What to do about it; only git answers carry it. */
  suggestion?: string;
}

const rows = {
  // Spec 7, dataset
  'dataset not found': { status: 404, text: ({ id }) => `Dataset with ID "${id}" not found` },
  'images required': { status: 400, text: 'Images array list is required' },
  'csv parameter': { status: 400, text: ({ reason }) => `Error generating CSV: ${reason}` },
  'csv failed': { status: 422, text: ({ reason }) => `Error generating CSV: ${reason}` },
  // Contract 4
  'tag not found': { status: 404, text: ({ id }) => `Tag with ID "${id}" not found` },
  'no images found': { status: 404, text: 'No images found' },
  'archive too large': { status: 413, text: ({ reason }) => `Archive too large: ${reason}` },
  'bad parameter': { status: 400, text: ({ reason }) => `Bad request: ${reason}` },
  // Spec 7, image
  'delete refused': { status: 404, text: 'Permission denied or file not found', shape: 'imageStatus' },
  'file not found': { status: 404, text: 'File not found', shape: 'imageFile' },
  'uri invalid': { status: 400, text: 'No defined image gsuri', shape: 'imageError' },
  'detection quota': { status: 429, text: 'Vision API quota exceeded', shape: 'imageError' },
  'detection late': { status: 503, text: 'Vision API deadline exceeded', shape: 'imageError' },
  'detection unreachable': { status: 503, text: 'Vision API unreachable', shape: 'imageError' },
  'detection failed': { status: 502, text: ({ reason }) => `Vision API ${reason}`, shape: 'imageError' },
  'image too large to answer': { status: 413, text: 'Image too large', shape: 'imageStatus' },
  // Spec 7, monitor
  'already started': { status: 409, text: 'Error: Already started' },
  'already stopped': { status: 409, text: 'Error: already stopped' },
  'monitor not found': { status: 404, text: 'Monitor not found or access denied', shape: 'monitor' },
  'image missing': { status: 400, text: 'Error: image not found' },
  // Contract 6, other failures of an upload
  'upload invalid': { status: 400, text: ({ reason }) => `Error: ${reason}` },
  'upload format': { status: 415, text: 'Error: unsupported image format' },
  'upload too large': { status: 413, text: 'Error: image too large' },
  'upload dataset': { status: 404, text: ({ id }) => `Error: Dataset with ID "${id}" not found` },
  'upload tag': { status: 404, text: ({ id }) => `Error: Tag with ID "${id}" not found` },
  // Spec 7, tag update; details by Contract 6
  'tags invalid': { status: 400, text: ({ reason }) => reason ?? 'Bad request' },
  'tags dataset': { status: 404, text: 'Dataset reference invalid' },
  'tags image': { status: 404, text: 'Image not found' },
  'tags tag': { status: 404, text: 'Tag reference invalid' },
  'tags coordinates': { status: 400, text: 'Coordinates out of range' },
  // Contract 7, what is not git's own (functions/src/git/git-fault.ts)
  'volume absent': {
    status: 503,
    text: 'The project volume is not mounted',
    suggestion: 'Mount it with the postdeploy command of the README; see the runbook.',
  },
  'volume busy': {
    status: 503,
    text: 'Another instance is writing to the project volume',
    suggestion: 'Wait a moment and try again.',
  },
  'projects disabled': {
    status: 409,
    text: 'Projects are not enabled in the flow editor',
    suggestion: 'Set editorTheme.projects.enabled to true in its settings.js and restart it.',
  },
  'editor too old': {
    status: 409,
    text: 'The flow editor is older than version 2.0',
    suggestion: 'Upgrade the flow editor.',
  },
  'no active project': {
    status: 404,
    text: 'The flow editor has no active project',
    suggestion: 'Open or create a project in the flow editor.',
  },
  // Contract 3 and 8, every area
  unauthorized: { status: 401, text: 'Unauthorized' },
  forbidden: { status: 403, text: 'Forbidden' },
  'not json': { status: 400, text: 'Body is not valid JSON' },
  'body too large': { status: 413, text: 'Request body too large' },
  'media type': { status: 415, text: 'Unsupported media type' },
  'prefetch refused': { status: 403, text: 'Prefetch is not served' },
  'route unknown': { status: 404, text: 'Not found' },
  'method wrong': { status: 405, text: 'Method not allowed' },
  'rate exceeded': { status: 429, text: 'Too many requests' },
  unhealthy: { status: 503, text: 'unavailable', shape: 'health' },
  unavailable: { status: 503, text: 'Service temporarily unavailable' },
  unforeseen: { status: 500, text: 'Internal error' },
} satisfies Record<string, Row>;

export type RowName = keyof typeof rows;

/** A row of the error table, thrown. `cause` is for the log only and never reaches a caller. */
export class Refusal extends Error {
  readonly row: RowName;
  readonly particulars: Particulars;

  constructor(row: RowName, particulars: Particulars = {}, cause?: unknown) {
    super(row, { cause });
    this.row = row;
    this.particulars = particulars;
  }
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** The answer to a refusal, in the shape of the area unless the row has its own. */
export function answerRefusal(refusal: Refusal, area: ShapeName): Answer {
  const row: Row = rows[refusal.row];
  const text = typeof row.text === 'string' ? row.text : row.text(refusal.particulars);
  return {
    status: row.status,
    headers: refusalHeaders(row.status, refusal.particulars),
    body: shapeOf(row, area, refusal)(text, { ...refusal.particulars, ...suggestionOf(row) }, refusal.row),
  };
}

const suggestionOf = ({ suggestion }: Row) => (suggestion === undefined ? {} : { suggestion });

// Contract 8 gives missing credentials on image and monitor routes texts of their own.
function shapeOf(row: Row, area: ShapeName, refusal: Refusal): Shape {
  const isAccess = refusal.row === 'unauthorized' || refusal.row === 'forbidden';
  if (isAccess && (area === 'monitor' || area === 'tags')) {
    return () => shapes.monitor('Monitor not found or access denied');
  }
  if (isAccess && (area === 'imageStatus' || area === 'imageError')) {
    return () => shapes.imageStatus('Permission denied');
  }
  return shapes[row.shape ?? area];
}

function refusalHeaders(status: number, { retryAfter, allow }: Particulars): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 429 || status === 503) headers['Retry-After'] = String(retryAfter ?? 2);
  if (allow) headers.Allow = allow.join(', ');
  return headers;
}
