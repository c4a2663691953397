/** Answers of the routes that create, change and delete monitors (Contract 9). */
import * as z from 'zod/mini';
import { ROLES } from '../../common/access/permit.ts';
import type { Answers } from '../../common/http/answers.ts';
import { ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';
import { offers } from '../../common/members/answers.ts';

export const data = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object({ data: z.object({ error: z.literal(false), ...shape }) });

const listed = z
  .object({
    id: z.string(),
    name: z.string(),
    dataset: z.nullable(z.string()).check(about('Dataset for frames that do not name one.')),
    session: z.string().check(about('Id of the running session; empty when stopped.')),
    expected: z
      .nullable(z.number())
      .check(about('Frames per minute that its camera should send. Null: as many as in its last session.')),
    role: z.enum(ROLES).check(about('Role of the caller; an administrator counts as owner.')),
  })
  .check(z.meta({ id: 'ListedMonitor' }));

export const manageAnswers: Answers = {
  listMonitors: {
    summary: 'List the monitors that the caller may see',
    description: 'Each page is sorted by name.',
    success: ok('The monitors.', data({ monitors: z.array(listed), next, offers })),
    errors: ['upload invalid'],
  },
  makeMonitor: {
    summary: 'Create a monitor',
    description:
      'For people with the claim `admin` or `creator`, or whose verified e-mail address is in `CREATORS`. The caller becomes its owner.',
    success: ok('The monitor is created.', data({ id: z.string() })),
    errors: ['bad parameter', 'upload invalid', 'upload dataset', 'monitor exists'],
  },
  changeMonitor: {
    summary: "Change a monitor's name, dataset, review percentage or expected rate",
    description: 'The dataset admits the monitor, unless it does already.',
    success: ok('The monitor is changed.', data({})),
    errors: ['upload invalid', 'upload dataset', 'monitor not found'],
  },
  deleteMonitor: {
    summary: 'Delete a stopped monitor',
    description:
      'For its owner. Its device keys are revoked, its hooks and its live state are removed; its sessions and images stay. Its id is not given again.',
    success: ok('The monitor is deleted.', data({})),
    errors: ['monitor not found', 'monitor running'],
  },
};
