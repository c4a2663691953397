import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { type Call, type Parts, type Reply, readJson } from './call.ts';
import { draftLike } from './copy.ts';
import { invalid } from './errors.ts';
import { complete } from './insert.ts';
import { requireObjectName } from './names.ts';
import type { StoredObject } from './object.ts';
import { conditionsOf, requireConditions } from './preconditions.ts';
import { objectResource } from './resource.ts';
import { patchFrom } from './settings.ts';
import type { Store } from './store.ts';

/** A generation has 64 bits: clients send it as text, some as a number. */
const generation = z.union([z.string().regex(/^\d+$/), z.int().min(0)]).transform(String);
const source = z.looseObject({
  name: z.string(),
  generation: generation.optional(),
  objectPreconditions: z.looseObject({ ifGenerationMatch: generation.optional() }).optional(),
});
const composition = z.looseObject({
  sourceObjects: z.array(source).min(1).max(32),
  destination: z.record(z.string(), z.unknown()).optional(),
});

/** POST .../compose: concatenates the sources. */
export async function composeObject(call: Call, { store }: Parts): Promise<Reply> {
  const { success, data } = composition.safeParse(await readJson(call.body));
  if (!success) throw invalid('Give 1 to 32 source objects.');
  const bucket = call.names.bucket!;
  const sources = data.sourceObjects.map((each) => requireSource(store, bucket, each));
  const componentCount = sources.reduce((sum, each) => sum + (each.componentCount ?? 1), 0);
  const place = { bucket, name: requireObjectName(call.names.object) };
  const settings = sources[0]!.settings;
  const draft = draftLike({ settings, componentCount }, place, patchFrom(data.destination ?? {}));
  const writer = store.newBlob();
  try {
    for (const each of sources)
      for await (const chunk of createReadStream(store.blobPath(each))) await writer.write(chunk as Buffer);
    const object = await complete(store, writer, { draft, conditions: conditionsOf(call.query), sums: {} });
    return { status: 200, json: objectResource(object, call.origin) };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function requireSource(store: Store, bucket: string, asked: z.infer<typeof source>): StoredObject {
  const object = store.require(bucket, asked.name, asked.generation);
  const wanted = asked.objectPreconditions?.ifGenerationMatch;
  if (wanted !== undefined) requireConditions({ generationMatch: Number(wanted) }, object);
  return object;
}
