/** The addresses of the console's pages (Contract 12). People share them as links. */
const part = encodeURIComponent;

export const addresses = {
  home: '/',
  wall: '/monitors',
  docs: '/docs/',
  capture: '/capture',
  dataset: (id: string) => `/datasets/${part(id)}`,
  review: (id: string) => `/datasets/${part(id)}/review`,
  /** The review of the images without labels. */
  unlabelled: (id: string) => `/datasets/${part(id)}/review?labelled=false`,
  /** @param run whose predictions are shown in it */
  image: (id: string, image: string, run?: number) =>
    `/datasets/${part(id)}/images/${part(image)}${run === undefined ? '' : `?run=${run}`}`,
  versions: (id: string) => `/datasets/${part(id)}/versions`,
  newVersion: (id: string) => `/datasets/${part(id)}/versions/new`,
  version: (id: string, number: number) => `/datasets/${part(id)}/versions/${number}`,
  versionDiff: (id: string, before: number, after: number) =>
    `/datasets/${part(id)}/versions/${before}/diff/${after}`,
  models: (id: string) => `/datasets/${part(id)}/models`,
  newModel: (id: string) => `/datasets/${part(id)}/models/new`,
  model: (id: string, number: number) => `/datasets/${part(id)}/models/${number}`,
  modelImages: (id: string, number: number) => `/datasets/${part(id)}/models/${number}/images`,
  rest: (id: string) => `/datasets/${part(id)}/rest`,
  find: (id: string) => `/datasets/${part(id)}/find`,
  similar: (id: string, image: string) => `/datasets/${part(id)}/find?like=${part(image)}`,
  jobs: (id: string) => `/datasets/${part(id)}/jobs`,
  import: (id: string) => `/datasets/${part(id)}/import`,
  people: (id: string) => `/datasets/${part(id)}/people`,
  trash: (id: string) => `/datasets/${part(id)}/trash`,
  settings: (id: string) => `/datasets/${part(id)}/settings`,
  monitor: (id: string) => `/monitors/${part(id)}`,
  monitorPeople: (id: string) => `/monitors/${part(id)}/people`,
  monitorSettings: (id: string) => `/monitors/${part(id)}/settings`,
} as const;
