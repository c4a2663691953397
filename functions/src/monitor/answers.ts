/** Answers of the routes of Spec 4.3 (Spec 7, Contract 3 and 6). */
import * as z from 'zod/mini';
import { hookAnswers } from '../common/hooks/answers.ts';
import type { Answers } from '../common/http/answers.ts';
import { doneSchema, ok } from '../common/http/done-answers.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import { about } from '../common/http/input/fields.ts';
import { memberAnswers } from '../common/members/answers.ts';
import { keyAnswers } from './keys/answers.ts';
import { data, manageAnswers } from './manage/answers.ts';

const result = (text: string) => data({ result: z.literal(text) });

const added = data({
  result: z.literal('Added image'),
  id: z.string().check(about('Id of the image record.', { minLength: 1 })),
});

const errors = ['bad parameter', 'upload invalid', 'monitor not found'] as const;

const members = memberAnswers(data, errors);

export const monitorAnswers: Answers = {
  ...manageAnswers,
  ...keyAnswers,
  ...hookAnswers('monitor', { name: 'MonitorHook', wrap: data, errors }),
  listMonitorMembers: members.list,
  setMonitorMember: members.set,
  removeMonitorMember: members.remove,
  acceptMonitor: members.accept,
  endMonitorOffer: members.end,
  ...healthAnswers,
  startSession: {
    summary: 'Start a monitoring session',
    description:
      'Of several simultaneous calls one wins; the others get the error that the session is already running.',
    success: ok('The session is running.', result('Started')),
    errors: ['monitor not found', 'already started', 'upload invalid', 'session foreign'],
  },
  stopSession: {
    summary: 'Stop the monitoring session',
    description: 'The end is recorded and the images of the session are counted.',
    success: ok('The session has ended.', result('Stopped')),
    errors: ['monitor not found', 'already stopped'],
  },
  addImage: {
    summary: 'Upload a captured image',
    description:
      'JSON with base64, or the raw bytes with the rest in the query. Answered only when object and record are stored. If the same frame (same monitor, date, name and bytes) is sent again, it gets the same id and changes no counter. If no image was found, the header X-Reason says why.',
    success: ok('The image is stored.', added),
    errors: [
      'monitor not found',
      'image missing',
      'upload invalid',
      'upload dataset',
      'upload tag',
      'upload too large',
      'session foreign',
      'sessions enough',
      'upload format',
    ],
  },
  updateTags: {
    summary: 'Replace the annotations of an image',
    description:
      'With `seen`, only if the image has that revision. Repeating a request whose answer was lost succeeds.',
    success: ok('The annotations are stored and counted.', doneSchema),
    errors: [
      'tags invalid',
      'tags coordinates',
      'tags dataset',
      'image not found',
      'tags tag',
      'tags changed',
    ],
  },
};
