import { done } from '../common/http/done.ts';
import { doneWith } from '../common/http/done-answers.ts';
import type { OwnedArea } from '../common/owned-area.ts';
import { refuseQuery } from './refuse-request.ts';
import { mayUse, requireDataset } from './require-dataset.ts';
import { ports } from './wiring.ts';

export const area: OwnedArea = {
  kind: 'dataset',
  wrapped: false,
  missing: 'dataset not found',
  errors: ['bad parameter', 'dataset not found'],
  refuse: refuseQuery,
  done,
  wrap: doneWith,
  require: (dataset, caller, role) => requireDataset({ dataset, caller }, role, ports.datasets),
  may: (dataset, caller, role) => mayUse({ dataset, caller }, role),
};
