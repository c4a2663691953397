/** The Python with the most of the libraries, and those that it lacks. */
import { spawnSync } from 'node:child_process';

export const LIBRARIES = [
  'torch',
  'torchvision',
  'pycocotools',
  'supervision',
  'ultralytics',
  'datasets',
] as const;
export type Library = (typeof LIBRARIES)[number];

/** Importing all of them would take a minute. A library that runs from its sources has no version. */
const ASK = `
import importlib.metadata as data, importlib.util as util, json, sys
def version(name):
    try: return data.version(name)
    except data.PackageNotFoundError: return "of unknown version"
print(json.dumps({name: version(name) for name in sys.argv[1:] if util.find_spec(name)}))`;

export interface Python {
  command: string;
  /** By library. */
  versions: Partial<Record<Library, string>>;
}

/** The first on the path may be another one than the system's, which has the packages of the system. */
export function findPython(libraries: readonly Library[] = LIBRARIES): Python {
  const found = ['python3', '/usr/bin/python3'].map((command): Python => {
    const { status, stdout } = spawnSync(command, ['-c', ASK, ...libraries], { encoding: 'utf8' });
    return { command, versions: status === 0 ? JSON.parse(stdout) : {} };
  });
  const count = ({ versions }: Python) => Object.keys(versions).length;
  return found.reduce((best, each) => (count(each) > count(best) ? each : best));
}
