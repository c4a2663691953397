/** Answers of the routes for the monitors that a dataset admits (Contract 8). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';

const admitted = z
  .object({
    monitor: z.string(),
    name: z.string().check(about("`''` if the monitor is gone.")),
    by: z.string().check(about('Uid of the editor who answers for it.')),
    at: z.number().check(about('Unix milliseconds.')),
    counts: z
      .boolean()
      .check(about('False: nobody who may edit the dataset answers for it, or the monitor is gone.')),
    last: z
      .nullable(z.number())
      .check(about('Date of its latest image in the dataset, Unix milliseconds; null if there is none.')),
  })
  .check(z.meta({ id: 'AdmittedMonitor' }));

export const monitorAnswers: Answers = {
  listAdmittedMonitors: {
    summary: 'List the monitors that a dataset admits',
    description:
      'Frames and annotations that are sent with a device key count only if the dataset admits its monitor.',
    success: ok(
      'The monitors, by id.',
      doneWith({
        monitors: z.array(admitted),
        next,
      }),
    ),
    errors: ['bad parameter', 'dataset not found'],
  },
  admitMonitor: {
    summary: 'Admit a monitor to a dataset',
    description:
      'For editors of the dataset who may run the monitor. The caller answers for it: the admission ends when they are no longer an editor of the dataset. For a monitor that is admitted, another editor takes it over with this call.',
    success: ok('The monitor is admitted.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'no such monitor'],
  },
  dismissMonitor: {
    summary: 'No longer admit a monitor',
    description: 'For editors of the dataset, and for editors of a monitor that it admits.',
    success: ok('The monitor is not admitted.', doneSchema),
    errors: ['dataset not found', 'no such monitor'],
  },
};
