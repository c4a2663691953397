/** `npm run doctor` (through start.mjs): what is missing on this machine, or in a deployment, and how to get it. */
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { baseUrl } from '../health.ts';
import { readParameters } from '../read-parameters.ts';
import { checkDeployment, type Deployment } from './deployment.ts';
import { type Finding, lineOf } from './finding.ts';
import { checkMachine } from './machine.ts';

const HELP = `npm run doctor [-- options]    says what is missing on this machine, and how to get it

  --project=ID   looks at a deployment instead, through gcloud and the functions' own health
  --region=NAME  where its functions run (default: FUNCTIONS_REGION of functions/.env.<project>, us-central1)
  --json         findings as JSON
  --help         this text

Exit status 1 when something that is needed is missing.`;

/** Milliseconds that one question may take. */
const PATIENCE = 60_000;

/** @throws with the first line that gcloud said */
export async function askGcloud(args: readonly string[]): Promise<unknown> {
  const format = args.some((each) => each.startsWith('--format=')) ? [] : ['--format=json'];
  const all = [...args, ...format, '--quiet'];
  const answer = await promisify(execFile)('gcloud', all, {
    env: process.env,
    timeout: PATIENCE,
    maxBuffer: 64e6,
  }).catch((error: Error & { code?: unknown; stderr?: string }) => {
    if (error.code === 'ENOENT') throw new Error('gcloud is not on the PATH');
    throw new Error(error.stderr?.trim() || error.message);
  });
  return JSON.parse(answer.stdout || 'null');
}

async function deploymentOf(project: string, given?: string): Promise<Deployment> {
  const parameters = await readParameters(project);
  const region = given ?? (parameters.FUNCTIONS_REGION || 'us-central1');
  const urls = {
    functionsUrl: baseUrl(project, region),
    rulesUrl: 'https://firebaserules.googleapis.com',
    databasesUrl: 'https://firebasedatabase.googleapis.com',
  };
  return { project, region, parameters, gcloud: askGcloud, ...urls };
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
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      region: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(HELP);
  if (values.help) return 0;
  const { project, region } = values;
  const findings = project
    ? await checkDeployment(await deploymentOf(project, region))
    : await checkMachine();
  console.log(values.json ? JSON.stringify(findings, null, 2) : report(findings));
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
}

function report(findings: readonly Finding[]): string {
  const count = findings.filter(({ state }) => state === 'missing').length;
  const end = count === 0 ? 'Nothing that is needed is missing.' : `${count} missing.`;
  return [...findings.map(lineOf), end].join('\n');
}
