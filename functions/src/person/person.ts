/**
 * `npm run person -- --email ADDRESS | --uid UID [--admin] [--creator] [--revoke] [--project ID]`: sets claims of a person
 * (Contract 9), for example the first administrator's. Without `--project` on the local stack, with it on a deployment, using application
 * default credentials.
 */
import { chooseProject, parseCommand } from '../common/command-line.ts';
import { logBeside } from '../common/log.ts';
import { changeClaims, type PersonNamed } from './adapters/claims.ts';

const USAGE = `Usage: npm run person -- --email ADDRESS | --uid UID [--admin] [--creator] [--revoke] [--project ID]

  --email     gets an account if it has none; a claim only if it is verified, or nobody has signed in with it
  --uid       of an account that you know, whatever its address
  --admin     may do everything
  --creator   may make datasets and monitors
  --revoke    takes the named claims away instead of giving them
  --project   of a deployment; without it the local stack is meant

Without a claim it says which ones the person has.
Tokens that a person has already keep their claims for up to an hour.
`;

const { values } = parseCommand('npm run person', USAGE, {
  options: {
    email: { type: 'string' },
    uid: { type: 'string' },
    admin: { type: 'boolean' },
    creator: { type: 'boolean' },
    revoke: { type: 'boolean' },
    project: { type: 'string' },
  },
});

async function main(named: PersonNamed): Promise<string> {
  const { admin, creator, revoke = false, project } = values;
  chooseProject(project, { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' });
  const change = { ...(admin && { admin: !revoke }), ...(creator && { creator: !revoke }) };
  const { uid, email, claims, link } = await changeClaims(named, change);
  if (Object.keys(change).length > 0)
    logBeside('INFO', 'audit', { action: 'claims change', userId: uid, ...change, outcome: 'done' });
  const may = claims.length === 0 ? 'no claims' : claims.join(' and ');
  const made = link === null ? '' : `\nThe account is new. A password is chosen at:\n${link}`;
  return `${email || 'no address'} (${uid}): ${may}${made}`;
}

function requireNamed({ email, uid }: typeof values): PersonNamed {
  if (uid && email === undefined) return { uid };
  if (email && uid === undefined && /^[^\s@]+@[^\s@]+$/.test(email)) return { email };
  console.error(`npm run person needs an e-mail address or a uid.\n\n${USAGE}`);
  process.exit(2);
}

const named = requireNamed(values);
try {
  console.log(await main(named));
  process.exit(0);
} catch (error) {
  console.error(`Not done: ${(error as Error).message}`);
  process.exit(1);
}
