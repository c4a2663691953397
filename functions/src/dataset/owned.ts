import { datasetMembers } from '../common/adapters/firestore/people/member-records.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { done } from '../common/http/done.ts';
import { doneWith } from '../common/http/done-answers.ts';
import type { OwnedArea } from '../common/owned-area.ts';
import { refuseQuery } from './refuse-request.ts';
import { mayUse, requireDataset } from './require-dataset.ts';

export const area: OwnedArea = {
  kind: 'dataset',
  wrapped: false,
  missing: 'dataset not found',
  errors: ['bad parameter', 'dataset not found'],
  refuse: refuseQuery,
  done,
  wrap: doneWith,
  members: datasetMembers,
  find: datasets.find,
  require: (dataset, caller, role) => requireDataset({ dataset, caller }, role),
  may: (dataset, caller, role) => mayUse({ dataset, caller }, role),
};
