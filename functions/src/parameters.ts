/**
 * What `firebase deploy` asks for, with the texts of its prompts. The answers are kept in `functions/.env.<project>` and
 * reach the functions as environment variables, which common/config.ts reads when called. Not declared, and so never asked
 * for: `ACCESS`, which only `functions/.env.local` sets (Contract 8), and what only a local stack needs.
 */
import { defineInt, defineSecret, defineString, select } from 'firebase-functions/params';

/** Empty: the deployment has none. */
const optional = (validationRegex: string, validationErrorMessage: string) => ({
  default: '',
  input: { text: { validationRegex: `^(?:${validationRegex})?$`, validationErrorMessage } },
});

const rate = (name: string, perMinute: number, calls: string) =>
  defineString(`RATE_${name}`, {
    label: `Calls per minute: ${name.toLowerCase()}`,
    description: `How many ${calls} one caller has in a minute. \`off\` lifts the limit.`,
    default: String(perMinute),
    input: { text: { validationRegex: '^([1-9]\\d*|off)$', validationErrorMessage: 'A number, or off.' } },
  });

const PROVIDER = '(google|microsoft|github|apple)';

const onOrOff = select({ on: 'on', off: 'off' });

const secretSwitch = (secret: string, label: string, more = '') =>
  defineString(`${secret}_SECRET`, {
    label,
    description: `\`on\` binds the secret ${secret}, and asks for it with the next deploy.${more}`,
    default: 'off',
    input: onOrOff,
  });

/** An expression: the command line fills it in after its prompts. (It refuses the name `FUNCTION_REGION`.) */
export const region = defineString('FUNCTIONS_REGION', {
  label: 'Region',
  description: 'Where the functions run: best beside the Firestore database and the bucket.',
  default: 'us-central1',
  input: {
    text: { validationRegex: '^[a-z]+-[a-z]+\\d+$', validationErrorMessage: 'Such as europe-west1.' },
  },
});

/** All parameters that are not secret, in the order in which they are asked for. */
export const parameters = [
  region,
  defineString('STORAGE_BUCKET', {
    label: 'Bucket of the images',
    description: "A name without gs://. Empty: the project's default bucket.",
    ...optional('[a-z0-9][\\w.-]+', 'The name of a bucket, without gs://.'),
  }),
  defineString('TEMPORARY_BUCKET', {
    label: 'Bucket of temporary objects',
    description:
      'For exports, uploads and spools, without soft delete: `npm run setup` makes it. Empty: they are in the bucket of the images.',
    ...optional('[a-z0-9][\\w.-]+', 'The name of a bucket, without gs://.'),
  }),
  defineString('CORS_ORIGINS', {
    label: 'Web pages that may call',
    description:
      'Origins such as `https://app.example.com`, separated by commas. Empty: none; `*` is not possible.',
    ...optional('https?://[^/*,\\s]+(\\s*,\\s*https?://[^/*,\\s]+)*', 'Origins without a path, with commas.'),
  }),
  rate('UPLOAD', 1200, 'calls of image and updateTags'),
  rate('DETECT', 60, 'detections'),
  rate(
    'EXPORT',
    20,
    'CSV files, ZIP archives, exports, imports, recounts and calls that make, preview or compare versions',
  ),
  rate('CROPS', 30, 'calls of annotationsCrops'),
  rate('CURATE', 600, 'calls that list, create, label and review'),
  rate('SESSION', 120, 'starts and stops of monitors'),
  rate('GIT', 120, 'git operations'),
  defineString('CREATORS', {
    label: 'Who may make datasets and monitors',
    description:
      'Verified addresses and domains such as `a@example.com, @example.org`, separated by commas. Empty: only people with the claim admin or creator.',
    ...optional('[^@,\\s]*@[^@,\\s]+(\\s*,\\s*[^@,\\s]*@[^@,\\s]+)*', 'Addresses and @domains with commas.'),
  }),
  // Of the console: web/write-site.ts reads it. It is declared here so that a deployment asks for it and CI writes it.
  defineString('SIGN_IN_PROVIDERS', {
    label: 'Other ways to sign in to the console',
    description:
      'google, microsoft, github and apple, separated by commas, beside e-mail and password. Each must be enabled in Authentication. Empty: none.',
    ...optional(`${PROVIDER}(,${PROVIDER})*`, 'Some of google, microsoft, github and apple, with commas.'),
  }),
  defineInt('ZIP_STREAM_LIMIT', {
    label: 'Largest streamed archive',
    description:
      'Bytes of a ZIP archive that are streamed to the caller; a larger one is answered with a link.',
    default: 10_000_000,
  }),
  defineString('DETECTION_CACHE', {
    label: 'Remember detections',
    description: 'Whether the vision service is asked only once for the same bytes.',
    default: 'on',
    input: onOrOff,
  }),
  defineString('EMBEDDER_URL', {
    label: 'Embedder of your own',
    description:
      'https address of a service that gets pictures and answers with numbers. Datasets with `suggest` `http` use it. Empty: none.',
    ...optional('https://\\S+', 'An address with https://.'),
  }),
  defineString('EDITOR_VOLUME_SOURCE', {
    label: "The flow editor's volume",
    description:
      '`nfs://<address>/<path>` or `gs://<bucket>`, mounted after each deploy. Empty: none, and service-git answers 503.',
    ...optional('nfs://[\\w.-]+/[\\w./-]*|gs://[\\w.-]+/?', 'nfs://<address>/<path> or gs://<bucket>.'),
  }),
  defineString('EDITOR_NETWORK', {
    label: 'Network of an NFS volume',
    description:
      'Name of the VPC network of the NFS server, which service-git joins (Direct VPC). Empty for a bucket.',
    ...optional('[a-z0-9/._-]+', 'The name of a network.'),
  }),
  defineString('EDITOR_SUBNET', {
    label: 'Subnet of an NFS volume',
    description: 'Name of its subnet in the region of the functions. Empty for a bucket.',
    ...optional('[a-z0-9/._-]+', 'The name of a subnet.'),
  }),
  defineString('EDITOR_VOLUME', {
    label: 'Mount path of the volume',
    description: "Where the function finds the flow editor's user directory.",
    default: '/mnt/editor',
    input: { text: { validationRegex: '^/[\\w./-]+$', validationErrorMessage: 'An absolute path.' } },
  }),
  defineString('EDITOR_PROJECT', {
    label: "The flow editor's project",
    description: 'Name of its folder. Empty: the one that is active in the editor.',
    ...optional('[^/]+', 'The name of a folder.'),
  }),
  defineString('EDITOR_URL', {
    label: 'Address of the flow editor',
    description: 'Its Admin API, which reloads the flows after a checkout. Empty: flows are not reloaded.',
    ...optional('https?://\\S+', 'An address with http:// or https://.'),
  }),
  secretSwitch('EDITOR_TOKEN', "Secret for the flow editor's access token"),
  secretSwitch('GIT_CREDENTIALS', 'Secret for git remotes'),
  secretSwitch('LINK_HMAC', 'Secret that signs links', ' Without it, a service signs each link.'),
  defineString('GIT_ALLOWED_HOSTS', {
    label: 'Git hosts in your own network',
    description: 'Hosts of remotes that may have private addresses or use http, separated by commas.',
    ...optional('[\\w.:-]+(,[\\w.:-]+)*', 'Hosts with commas.'),
  }),
];

/** Declared only if a deployment has it: a secret that does not exist fails a deployment without prompts. */
const secretIfOn = (name: string, texts: { label: string; description: string }) =>
  process.env[`${name}_SECRET`] === 'on' ? [defineSecret(name, texts)] : [];

export const gitSecrets = [
  ...secretIfOn('GIT_CREDENTIALS', {
    label: 'Credentials of git remotes',
    description: 'JSON: `{"<host>": {"username": "...", "password": "..."}}`.',
  }),
  ...secretIfOn('EDITOR_TOKEN', {
    label: 'Access token of the flow editor',
    description: 'A token of its Admin API with the permission `flows.write`.',
  }),
];

/** Without it, links are signed by the platform. */
export const linkSecrets = secretIfOn('LINK_HMAC', {
  label: 'HMAC key that signs links',
  description: 'JSON, as `gcloud storage hmac create --format json` prints it.',
});

/**
 * Direct VPC of `service-git`, if its volume is an NFS share. It is declared because a deployment clears the network of a
 * function that declares none, and a revision whose share cannot be reached does not start.
 */
export const editorNetwork = {
  ...(process.env.EDITOR_NETWORK && {
    networkInterface: {
      network: process.env.EDITOR_NETWORK,
      ...(process.env.EDITOR_SUBNET && { subnetwork: process.env.EDITOR_SUBNET }),
    },
    vpcEgress: 'PRIVATE_RANGES_ONLY' as const,
  }),
};
