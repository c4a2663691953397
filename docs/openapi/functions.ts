/** The four functions that users call, each with its operations. */
import type { OperationTable } from '../../functions/src/common/http/operation.ts';
import { datasetRoutes } from '../../functions/src/dataset/routes.ts';
import { imageRoutes } from '../../functions/src/image/routes.ts';
import { monitorRoutes } from '../../functions/src/monitor/routes.ts';
import { gitRoutes } from '../../functions/src/service-git/routes.ts';

export interface DescribedFunction {
  table: OperationTable;
  description: string;
  /** Who may call it besides people: cameras with a device key, jobs with the key of a dataset. */
  key?: 'deviceKey' | 'datasetKey';
}

export const FUNCTIONS: readonly DescribedFunction[] = [
  {
    table: monitorRoutes,
    description: 'Cameras and their monitoring sessions.',
    key: 'deviceKey',
  },
  {
    table: datasetRoutes,
    description: 'Datasets: training CSV, ZIP, annotation crops, counters.',
    key: 'datasetKey',
  },
  {
    table: imageRoutes,
    description: 'Images: delete, detect, base64.',
    key: 'datasetKey',
  },
  {
    table: gitRoutes,
    description:
      "Git control over the flow editor's active project. Each operation needs the permission `git-control.read` or `git-control.write`.",
  },
];
