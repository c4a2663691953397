import * as z from 'zod/mini';
import { datasetRecord, LONGEST, type Retention } from '../../../../packages/records/src/dataset.ts';
import { EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import type { Caller } from '../../common/access/caller.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { folders } from '../../common/adapters/folders.ts';
import { HttpError } from '../../common/errors.ts';
import { requireHookUrl } from '../../common/hooks/hook-url.ts';
import { about, addressField, members, oneOf, part } from '../../common/http/input/fields.ts';
import { settingsBody } from '../../common/http/input/name-fields.ts';
import { logging } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { vectorFolder } from '../../common/records/vector-ports.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';
import { typeField } from './make-dataset.ts';

const suggest = oneOf('suggest', EMBEDDERS).check(
  about('What suggestions rest on (Contract 15). `off` removes what they have made of the pictures.'),
);

const DETECTOR_FLAW = 'detector must be an address of at most 2000 characters, or off';

const detector = addressField(DETECTOR_FLAW).check(
  about(
    'Where pictures are sent to for `detect` instead of Cloud Vision: https, a public host, no user name or password; `off`: Cloud Vision (Contract 16). For the owner.',
  ),
);

const days = (name: keyof Retention) => {
  const flaw = `retention.${name} must be a whole number of days from 1 to ${LONGEST[name]}`;
  return z.int(flaw).check(z.gte(1, flaw), z.lte(LONGEST[name], flaw));
};

export const unlabelledDays = days('unlabelled');

const retention = part(
  {
    unlabelled: z
      .optional(z.nullable(unlabelledDays))
      .check(
        about('Days after which images that nobody has labelled go into the trash, at night; null: never.'),
      ),
    rejected: z
      .optional(days('rejected'))
      .check(about('Days for which the trash keeps what is rejected from now on.')),
  },
  'retention must be an object',
).check(about('How long images are kept (Contract 20). For the owner.'));

export const datasetChangeBody = members({
  ...settingsBody(datasetRecord),
  type: z.optional(typeField),
  suggest: z.optional(suggest),
  detector: z.optional(detector),
  retention: z.optional(retention),
});

type DatasetChange = z.output<typeof datasetChangeBody>;

/** Milliseconds that vectors may take to go, which is thousands of objects; the next call goes on. */
const CLEARING = 20_000;

/**
 * Changes the name, the type as long as there are no images (Contract 9: PATCH dataset), what suggestions rest on
 * (Contract 15): without them, vectors go; or, for the owner, the detector, to which pictures are sent (Contract 16), and how long
 * images are kept (Contract 20).
 * @param input.hosts that may be private, or use http @param input.hasEmbedder whether the deployment has one of its own
 * @throws HttpError `dataset not found`, `forbidden`, `dataset in use`, `bad parameter`; `unavailable` if vectors are left
 */
export async function changeDataset(
  input: Target & { change: DatasetChange; hosts: readonly string[]; hasEmbedder: boolean },
): Promise<void> {
  const { type, ...fields } = input.change;
  const { suggest, detector, retention } = fields;
  const role = detector === undefined && retention === undefined ? 'editor' : 'owner';
  const dataset = await requireDataset(input, role);
  const { id, type: before } = dataset;
  if (detector !== undefined && detector !== 'off') requireHookUrl('detector', detector, input.hosts);
  if (suggest === 'http' && !input.hasEmbedder)
    throw new HttpError('bad parameter', {
      reason: 'suggest cannot be http: this deployment has no embedder of its own',
    });
  const change = { ...fields, ...(type !== before && { type }) };
  const changed = await datasetRecords.change(id, change, mayUse(input, role));
  if (changed === null) throw new HttpError('dataset not found', { id });
  if (!changed) throw new HttpError('dataset in use');
  if (suggest === 'off' && !(await folders.empty(vectorFolder(id), Date.now() + CLEARING)))
    throw new HttpError('unavailable', {}, 'vectors are left');
  if (suggest !== undefined && suggest !== 'off' && suggest !== dataset.suggest)
    await startLooking(dataset, input.caller);
}

/** Where as many jobs wait as may, images that come start it, and so do suggestions. */
async function startLooking(dataset: Dataset, caller: Caller): Promise<void> {
  const { embedRest } = await import('../suggest/start-embedding.ts');
  await embedRest(dataset, caller).catch(logging('WARNING', 'job not started', { dataset: dataset.id }));
}
