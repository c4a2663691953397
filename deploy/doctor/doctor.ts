/** `npm run doctor` (through start.mjs): what is missing on this machine or in a deployment, and how to fix it. */
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { askGcloud } from '../gcloud.ts';
import { baseUrl } from '../health.ts';
import { readParameters } from '../read-parameters.ts';
import { checkDeployment } from './check-deployment.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, lineOf } from './finding.ts';
import { checkMachine } from './machine.ts';

const HELP = `npm run doctor [-- options]    says what is missing on this machine, and how to get it

  --project=ID   looks at a deployment instead, through gcloud and the functions' own health
  --region=NAME  where its functions run (default: FUNCTIONS_REGION of functions/.env.<project>, us-central1)
  --before       only what must be there before the first deployment
  --json         findings as JSON
  --help         this text

Exit status 1 when something that is needed is missing.`;

/** Runs each command once, however many checks need its output. */
export function once(ask: Deployment['gcloud']): Deployment['gcloud'] {
  const asked = new Map<string, Promise<unknown>>();
  return (args) => {
    const known = asked.get(args.join(' ')) ?? ask(args);
    asked.set(args.join(' '), known);
    return known;
  };
}

export async function deploymentOf(project: string, isBefore: boolean, given?: string): Promise<Deployment> {
  const parameters = await readParameters(project);
  const region = given ?? (parameters.FUNCTIONS_REGION || 'us-central1');
  return {
    project,
    region,
    parameters,
    isBefore,
    gcloud: once(askGcloud),
    functionsUrl: baseUrl(project, region),
    apiUrl: (service) => `https://${service}.googleapis.com`,
  };
}

/** @returns the exit status */
export async function main(): Promise<number> {
  try {
    return await run();
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

async function run(): Promise<number> {
  const { values } = parseCommand('npm run doctor', HELP, {
    options: {
      project: { type: 'string' },
      region: { type: 'string' },
      before: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { project, region, before } = values;
  if (before && !project) throw new Error('--before needs --project=ID.');
  const findings = project
    ? await checkDeployment(await deploymentOf(project, before, region))
    : await checkMachine();
  console.log(values.json ? JSON.stringify(findings, null, 2) : report(findings));
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
}

function report(findings: readonly Finding[]): string {
  const count = findings.filter(({ state }) => state === 'missing').length;
  const end = count === 0 ? 'Nothing that is needed is missing.' : `${count} missing.`;
  return [...findings.map(lineOf), end].join('\n');
}
