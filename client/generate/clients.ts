/** The files of both clients that are generated from openapi.yaml, by their path in the project. */
import { readDescription } from './description.ts';
import { writePython } from './python.ts';
import { generateTypes } from './types.ts';
import { writeTypeScript } from './typescript.ts';

export async function writeClients(): Promise<Record<string, string>> {
  const description = await readDescription();
  const { calls, records } = writePython(description);
  return {
    'client/src/api.ts': await generateTypes(),
    'client/src/calls.ts': await writeTypeScript(description),
    'python/sightline/calls.py': calls,
    'python/sightline/records.py': records,
  };
}
