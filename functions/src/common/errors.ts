/**
 * The error table: each error of Spec 7 and Contract 3, with its status, sentence and body. Operations throw errors by
 * code; only the router turns them into answers.
 */

import {
  errorHeaders,
  type Figures,
  type Id,
  missing,
  not,
  notUploaded,
  type Particulars,
  type Reason,
  type Shape,
  type ShapeName,
  shapes,
  shown,
} from './error-shapes.ts';

interface ErrorEntry {
  status: number;
  /** A sentence, or a function of the values that it needs. */
  text: string | ((values: never) => string);
  /** Only if the error's body differs from that of its route. */
  shape?: ShapeName;
  /** What to do about it; only answers about git have it. */
  suggestion?: string;
}

const table = {
  // Spec 7, dataset
  'dataset not found': { status: 404, text: ({ id }: Id) => `Dataset with ID "${id}" not found` },
  'images required': { status: 400, text: 'Images array list is required' },
  'csv parameter': { status: 400, text: ({ reason }: Reason) => `Error generating CSV: ${reason}` },
  'csv failed': { status: 422, text: ({ reason }: Reason) => `Error generating CSV: ${reason}` },
  // Contract 4 and 9
  'tag not found': { status: 404, text: ({ id }: Id) => `Tag with ID "${id}" not found` },
  'dataset exists': { status: 409, text: ({ id }: Id) => `Dataset with ID "${id}" exists already` },
  'no such monitor': { status: 404, text: ({ id }: Id) => `Monitor with ID "${id}" not found` },
  'person not found': missing('Person'),
  // Contract 17
  'dataset keys enough': { status: 409, text: 'Two keys are live already: revoke one first' },
  'no such key': missing('Key'),
  'owner stays': { status: 409, text: 'The owner cannot leave: transfer ownership first' },
  'no offer': { status: 409, text: 'No offer of ownership to you is open' },
  'tag exists': { status: 409, text: ({ id }: Id) => `Tag with name "${id}" exists already` },
  'tag in use': {
    status: 409,
    text: ({ id, reason }: Id & Reason) => `Tag with ID "${id}" is in use: ${reason}`,
  },
  'merges enough': {
    status: 409,
    text: 'The dataset has 200 tags that were deleted within the last hour: delete the next one later',
  },
  'dataset in use': { status: 409, text: 'Dataset has images: its type cannot change' },
  'image changed': { status: 409, text: 'Image changed' },
  'change not found': missing('Change'),
  'change refused': { status: 409, text: ({ reason }: Reason) => `Change stopped: ${reason}` },
  'masks several': { status: 409, text: 'The image has several masks of this tag: name one' },
  'no images found': { status: 404, text: 'No images found' },
  'archive too large': { status: 413, text: ({ reason }: Reason) => `Archive too large: ${reason}` },
  'crops too large': { status: 413, text: ({ reason }: Reason) => `Crops too large: ${reason}` },
  'bad parameter': { status: 400, text: ({ reason }: Reason) => `Bad request: ${reason}` },
  // Contract 11
  'version not found': missing('Version'),
  'version not ready': not('Version', 'ready'),
  'run too large': { status: 413, text: 'Run too large: over 4,000,000 predictions and objects in its set' },
  'too costly': { status: 422, text: ({ reason }: Reason) => `Too costly: ${reason}` },
  'link expired': { status: 404, text: 'Link not found or expired' },
  'export failed': { status: 422, text: ({ reason }: Reason) => `Error exporting version: ${reason}` },
  'version failed': { status: 422, text: ({ reason }: Reason) => `Error making version: ${reason}` },
  'import not found': missing('Import'),
  'import not uploaded': notUploaded('archive of import'),
  'import failed': { status: 422, text: ({ reason }: Reason) => `Error importing: ${reason}` },
  // Contract 14
  'run not found': missing('Run'),
  'run not open': not('Run', 'open'),
  'run not ready': not('Run', 'ready'),
  'run not uploaded': notUploaded('file of run'),
  'run failed': { status: 422, text: ({ reason }: Reason) => `Error making run: ${reason}` },
  'evaluation failed': { status: 422, text: ({ reason }: Reason) => `Error evaluating: ${reason}` },
  'no operating point': { status: 409, text: ({ reason }: Reason) => `No operating point: ${reason}` },
  // Contract 15
  'suggest refused': { status: 409, text: ({ reason }: Reason) => `No suggestions: ${reason}` },
  'acceptance not found': missing('Acceptance'),
  'acceptance closed': { status: 409, text: ({ reason }: Reason) => `Acceptance is closed: ${reason}` },
  'acceptance refused': {
    status: 409,
    text: ({ reason }: Reason & Figures) => `Nothing was accepted: ${reason}`,
    shape: 'acceptance',
  },
  // Contract 16
  'hook not found': missing('Hook'),
  'hooks enough': { status: 409, text: 'There are 10 hooks: delete one first' },
  'hook ended': { status: 409, text: ({ id }: Id) => `Hook "${id}" has ended: make a new one` },
  'job not found': missing('Job'),
  'jobs enough': { status: 429, text: '20 jobs of the dataset wait already' },
  // Spec 7, image
  'delete refused': { status: 404, text: 'Permission denied or file not found', shape: 'imageStatus' },
  'file not found': { status: 404, text: 'File not found', shape: 'imageFile' },
  'uri invalid': { status: 400, text: 'No defined image gsuri', shape: 'imageError' },
  'detection quota': { status: 429, text: 'Vision API quota exceeded', shape: 'imageError' },
  'detection late': { status: 503, text: 'Vision API deadline exceeded', shape: 'imageError' },
  'detection unreachable': { status: 503, text: 'Vision API unreachable', shape: 'imageError' },
  'detection failed': {
    status: 502,
    text: ({ reason }: Reason) => `Vision API ${reason}`,
    shape: 'imageError',
  },
  'image too large to answer': { status: 413, text: 'Image too large', shape: 'imageStatus' },
  // Spec 7, monitor; Contract 8 and 9
  'already started': { status: 409, text: 'Error: Already started' },
  'already stopped': { status: 409, text: 'Error: already stopped' },
  'monitor not found': { status: 404, text: 'Monitor not found or access denied', shape: 'monitor' },
  'image missing': { status: 400, text: 'Error: image not found' },
  'monitor exists': { status: 409, text: ({ id }: Id) => `Error: Monitor with ID "${id}" exists already` },
  'session foreign': { status: 409, text: 'Error: Session belongs to another monitor' },
  'sessions enough': { status: 429, text: 'Error: too many new sessions' },
  'keys enough': { status: 409, text: 'Error: two keys are live already: revoke one first' },
  'key not found': { status: 404, text: ({ id }: Id) => `Error: Key "${id}" not found` },
  // Contract 19
  'command not found': { status: 404, text: ({ id }: Id) => `Error: Command "${id}" not found` },
  'command refused': { status: 409, text: ({ reason }: Reason) => `Error: ${reason}` },
  'commands enough': { status: 429, text: 'Error: 20 commands wait for the camera already' },
  'monitor running': { status: 409, text: 'Error: Monitor is running: stop it first' },
  // Contract 6, other failures of an upload
  'upload invalid': { status: 400, text: ({ reason }: Reason) => `Error: ${reason}` },
  'upload format': { status: 415, text: 'Error: unsupported image format' },
  'upload too large': {
    status: 413,
    text: ({ reason }: Partial<Reason>) => `Error: image too large${reason ?? ''}`,
  },
  'camera not admitted': { status: 409, text: 'dataset does not admit this camera' },
  'upload dataset': { status: 404, text: ({ id }: Id) => `Error: Dataset with ID "${id}" not found` },
  'upload tag': { status: 404, text: ({ id }: Id) => `Error: Tag with ID "${id}" not found` },
  // Spec 7, tag update; details by Contract 6
  'tags invalid': { status: 400, text: ({ reason }: Partial<Reason>) => reason ?? 'Bad request' },
  'tags dataset': { status: 404, text: 'Dataset reference invalid' },
  'image not found': { status: 404, text: 'Image not found' },
  'tags tag': { status: 404, text: 'Tag reference invalid' },
  'tags changed': { status: 409, text: 'Image changed' },
  'tags coordinates': { status: 400, text: 'Coordinates out of range' },
  // Contract 7, errors that are not git's own (packages/git/src/git-fault.ts)
  'git invalid argument': { status: 400, text: ({ reason }: Partial<Reason>) => reason ?? 'Bad request' },
  'volume absent': {
    status: 503,
    text: 'The project volume is not mounted',
    suggestion: 'Mount it as docs/operate/git-control.md describes; see the runbook.',
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
  'not json': { status: 400, text: ({ reason }: Partial<Reason>) => `Body is not valid JSON${reason ?? ''}` },
  'body too large': { status: 413, text: 'Request body too large' },
  'body slow': { status: 503, text: 'Request body came too slowly' },
  'body too deep': { status: 400, text: 'Body is nested too deeply' },
  'body too many': { status: 413, text: 'Body has too many members' },
  'parameter unknown': {
    status: 400,
    text: ({ id, reason }: Id & Partial<Reason>) => `Unknown parameter "${shown(id)}"${reason ?? ''}`,
  },
  'field unknown': {
    status: 400,
    text: ({ id, reason }: Id & Partial<Reason>) => `Unknown field "${shown(id)}"${reason ?? ''}`,
  },
  'parameter twice': { status: 400, text: ({ id }: Id) => `Parameter "${id}" is given twice` },
  'media type': { status: 415, text: 'Unsupported media type' },
  'prefetch refused': { status: 403, text: 'Prefetch is not served' },
  'route unknown': { status: 404, text: 'Not found' },
  'method wrong': { status: 405, text: 'Method not allowed' },
  'rate exceeded': { status: 429, text: 'Too many requests' },
  unhealthy: { status: 503, text: 'unavailable', shape: 'health' },
  unavailable: { status: 503, text: 'Service temporarily unavailable' },
  // Contract 2
  'newer record': {
    status: 503,
    text: 'A newer release of Sightline has written this record, and this one does not change it',
  },
  unforeseen: { status: 500, text: 'Internal error' },
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof table;

/** Without the values that the sentence of an error needs, the error cannot be made. */
type Arguments<Code extends ErrorCode> = (typeof table)[Code]['text'] extends (values: infer Values) => string
  ? [particulars: Particulars & Values, cause?: unknown]
  : [particulars?: Particulars, cause?: unknown];

/** An error of the table. `cause` is for the log only and never reaches a caller. */
export class HttpError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode;
  readonly particulars: Particulars;

  constructor(code: Code, ...[particulars = {}, cause]: Arguments<Code>) {
    super(code, { cause });
    this.code = code;
    this.particulars = particulars;
  }
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** The answer to an error, in the shape of the area unless the table gives the error a shape of its own. */
export function answerError(error: HttpError, area: ShapeName): Answer {
  const entry: ErrorEntry = table[error.code];
  const text = typeof entry.text === 'string' ? entry.text : entry.text(error.particulars as never);
  return {
    status: entry.status,
    headers: errorHeaders(entry.status, error.particulars),
    body: shapeOf(entry, area, error)(text, { ...error.particulars, ...suggestionOf(entry) }, error.code),
  };
}

const suggestionOf = ({ suggestion }: ErrorEntry) => (suggestion === undefined ? {} : { suggestion });

// Contract 8: missing credentials have sentences of their own on image and monitor routes.
function shapeOf(entry: ErrorEntry, area: ShapeName, error: HttpError): Shape {
  const isAccess = error.code === 'unauthorized' || error.code === 'forbidden';
  if (isAccess && (area === 'monitor' || area === 'tags')) {
    return () => shapes.monitor('Monitor not found or access denied');
  }
  if (isAccess && (area === 'imageStatus' || area === 'imageError')) {
    return () => shapes.imageStatus('Permission denied');
  }
  return shapes[entry.shape ?? area];
}
