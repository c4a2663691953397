/** The four functions that users call, each with its operations. */
import type { Operation, OperationTable } from '../../functions/src/common/http/operation.ts';
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

/** `/monitor/{monitor_id}/start` */
export const pathOf = ({ table }: DescribedFunction, route: Operation): string =>
  `/${table.prefix}${route.path.replace(/^\/$/, '').replace(/:(\w+)/g, '{$1}')}`;

/** Two routes of one path (Contract 3) differ by method. */
export function operationId(name: string, route: Operation, method: string): string {
  // Each function has its own health route.
  const id = route.id.startsWith('health')
    ? `${name.replace('service-', '')}H${route.id.slice(1)}`
    : route.id;
  return method === route.methods[0] ? id : `${id}By${method.charAt(0)}${method.slice(1).toLowerCase()}`;
}
