/**
 * `npm run person -- --email ADDRESS [--admin] [--creator] [--revoke] [--project ID]`: sets claims of a person (Contract 9),
 * for example the first administrator's. Without `--project` on the local stack, with it on a deployment, using application
 * default credentials.
 */
import { parseCommand } from '../common/command-line.ts';
import { logBeside } from '../common/log.ts';
import { ports } from './wiring.ts';

const USAGE = `Usage: npm run person -- --email ADDRESS [--admin] [--creator] [--revoke] [--project ID]

  --admin     may do everything
  --creator   may make datasets and monitors
  --revoke    takes the named claims away instead of giving them
  --project   of a deployment; without it the local stack is meant

Without a claim it says which ones the person has. An address without an account gets one.
Tokens that a person has already keep their claims for up to an hour.
`;

const { values } = parseCommand('npm run person', USAGE, {
  options: {
    email: { type: 'string' },
    admin: { type: 'boolean' },
    creator: { type: 'boolean' },
    revoke: { type: 'boolean' },
    project: { type: 'string' },
  },
});

/** Must run before any client is created: clients read these variables (Contract 1). */
function aim(project: string | undefined): void {
  if (project !== undefined) process.env.GCLOUD_PROJECT = project;
  else {
    process.env.GCLOUD_PROJECT ??= 'demo-sightline';
    process.env.FIREBASE_AUTH_EMULATOR_HOST ??= '127.0.0.1:9099';
  }
  process.env.METADATA_SERVER_DETECTION ??= project === undefined ? 'none' : 'assume-present';
}

async function main(email: string): Promise<string> {
  const { admin, creator, revoke = false, project } = values;
  aim(project);
  const change = { ...(admin && { admin: !revoke }), ...(creator && { creator: !revoke }) };
  const { uid, claims, link } = await ports.changeClaims(email, change);
  if (Object.keys(change).length > 0)
    logBeside('INFO', 'audit', { action: 'claims change', userId: uid, ...change, outcome: 'done' });
  const may = claims.length === 0 ? 'no claims' : claims.join(' and ');
  const made = link === null ? '' : `\nThe account is new. A password is chosen at:\n${link}`;
  return `${email} (${uid}): ${may}${made}`;
}

const { email } = values;
if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) {
  console.error(`npm run person needs an e-mail address.\n\n${USAGE}`);
  process.exit(2);
}
try {
  console.log(await main(email));
  process.exit(0);
} catch (error) {
  console.error(`Not done: ${(error as Error).message}`);
  process.exit(1);
}
