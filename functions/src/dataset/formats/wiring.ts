import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { grants } from '../../common/adapters/firestore/grants.ts';
import { versions } from '../../common/adapters/firestore/versions.ts';
import { objects } from '../../common/adapters/objects.ts';

export const ports = { datasets, grants, objects, versions };
