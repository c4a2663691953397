/** What a project and its organization need for a deployment to succeed. */
import type { Deployment } from './deployment.ts';
import { type Finding, missing, ok } from './finding.ts';
import { askGoogle } from './google.ts';

const CONSTRAINT = 'iam.allowedPolicyMemberDomains';

/** Browsers and cameras call as `allUsers`, which an organization policy may forbid. */
export async function checkPublicCalls({ gcloud, project }: Deployment): Promise<Finding> {
  const command = ['resource-manager', 'org-policies', 'describe', CONSTRAINT, `--project=${project}`];
  const { listPolicy } = (await gcloud([...command, '--effective'])) as {
    listPolicy?: { allValues?: string; allowedValues?: string[] };
  };
  if (!listPolicy?.allowedValues && listPolicy?.allValues !== 'DENY')
    return ok('Public calls', 'no organization policy is against them');
  return missing(
    'Public calls',
    `${CONSTRAINT} refuses allUsers, as whom everybody calls`,
    'docs/deployment.md, set up a project',
  );
}

const REPOSITORY = 'gcf-artifacts';
/** The repository name that the command line uses. */
const POLICY = 'firebase-functions-cleanup';
const OPTED_OUT = 'firebase-functions-cleanup-opted-out';

/** Without a cleanup policy, a deployment without prompts exits with 1 before Hosting is released. */
export async function checkContainerImages({ gcloud, project, region }: Deployment): Promise<Finding> {
  const what = 'Container images';
  const command = ['artifacts', 'repositories', 'describe', REPOSITORY, `--location=${region}`];
  const found = (await gcloud([...command, `--project=${project}`]).catch(ifAbsent)) as {
    cleanupPolicies?: Record<string, unknown>;
    labels?: Record<string, string>;
  } | null;
  if (found?.cleanupPolicies?.[POLICY] || found?.labels?.[OPTED_OUT])
    return ok(what, 'have a cleanup policy');
  const create = `gcloud artifacts repositories create ${REPOSITORY} --project ${project} --location ${region} --repository-format docker; `;
  const policy = `npx firebase functions:artifacts:setpolicy --project ${project} --location ${region} --days 7`;
  return missing(what, 'no cleanup policy', `${found ? '' : create}${policy}`);
}

function ifAbsent(error: Error): null {
  if (error.message.includes('NOT_FOUND')) return null;
  throw error;
}

export async function checkSite(deployment: Deployment): Promise<Finding> {
  const { project } = deployment;
  const answer = (await askGoogle(deployment, 'firebasehosting', `/v1beta1/projects/${project}/sites`)) as {
    sites?: { type: string; defaultUrl: string }[];
  } | null;
  const site = answer?.sites?.find(({ type }) => type === 'DEFAULT_SITE');
  if (site) return ok('Hosting', site.defaultUrl);
  const create = `npx firebase hosting:sites:create ${project} --project ${project}`;
  return missing('Hosting', 'there is no default site', create);
}
