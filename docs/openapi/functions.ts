/** The four functions that users call, each with its route table and answers. */
import type { Answers } from '../../functions/src/common/http/answers.ts';
import type { RouteTable } from '../../functions/src/common/http/route.ts';
import { datasetAnswers } from '../../functions/src/dataset/answers.ts';
import { datasetRoutes } from '../../functions/src/dataset/routes.ts';
import { imageAnswers } from '../../functions/src/image/answers.ts';
import { imageRoutes } from '../../functions/src/image/routes.ts';
import { monitorAnswers } from '../../functions/src/monitor/answers.ts';
import { monitorRoutes } from '../../functions/src/monitor/routes.ts';
import { gitAnswers } from '../../functions/src/service-git/answers.ts';
import { gitRoutes } from '../../functions/src/service-git/routes.ts';

export interface DescribedFunction {
  table: RouteTable;
  answers: Answers;
  description: string;
  /** Who may call it besides people: cameras with a device key, jobs with the key of a dataset. */
  key?: 'deviceKey' | 'datasetKey';
}

export const FUNCTIONS: readonly DescribedFunction[] = [
  {
    table: monitorRoutes,
    answers: monitorAnswers,
    description: 'Cameras and their monitoring sessions.',
    key: 'deviceKey',
  },
  {
    table: datasetRoutes,
    answers: datasetAnswers,
    description: 'Datasets: training CSV, ZIP, annotation crops, counters.',
    key: 'datasetKey',
  },
  {
    table: imageRoutes,
    answers: imageAnswers,
    description: 'Images: delete, detect, base64.',
    key: 'datasetKey',
  },
  {
    table: gitRoutes,
    answers: gitAnswers,
    description:
      "Git control over the flow editor's active project. Each operation needs the permission `git-control.read` or `git-control.write`.",
  },
];
