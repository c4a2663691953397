/** What a project and its organization need for a deployment to succeed. */
import type { Deployment } from './deployment.ts';
import { type Finding, ifAbsent, missing, ok } from './finding.ts';
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
    'docs/operate/deployment.md, set up a project',
  );
}

export const REPOSITORY = 'gcf-artifacts';
/** The repository name that the command line uses. */
const POLICY = 'firebase-functions-cleanup';
const OPTED_OUT = 'firebase-functions-cleanup-opted-out';

/** Whether there is a repository for images, and whether old ones go. */
export async function readContainerImages({ gcloud, project, region }: Deployment) {
  const command = ['artifacts', 'repositories', 'describe', REPOSITORY, `--location=${region}`];
  const found = (await gcloud([...command, `--project=${project}`]).catch(ifAbsent)) as {
    cleanupPolicies?: Record<string, unknown>;
    labels?: Record<string, string>;
  } | null;
  const hasPolicy = Boolean(found?.cleanupPolicies?.[POLICY] || found?.labels?.[OPTED_OUT]);
  return { hasRepository: found !== null, hasPolicy };
}

/** Without a cleanup policy, a deployment without prompts exits with 1 before Hosting is released. */
export async function checkContainerImages(deployment: Deployment): Promise<Finding> {
  const what = 'Container images';
  const { hasPolicy } = await readContainerImages(deployment);
  if (hasPolicy) return ok(what, 'have a cleanup policy');
  return missing(what, 'no cleanup policy', `npm run setup -- --project ${deployment.project}`);
}

/** Address of the default site; null: there is none. */
export async function findSite(deployment: Deployment): Promise<string | null> {
  const path = `/v1beta1/projects/${deployment.project}/sites`;
  const answer = (await askGoogle(deployment, 'firebasehosting', path)) as {
    sites?: { type: string; defaultUrl: string }[];
  } | null;
  return answer?.sites?.find(({ type }) => type === 'DEFAULT_SITE')?.defaultUrl ?? null;
}

export async function checkSite(deployment: Deployment): Promise<Finding> {
  const site = await findSite(deployment);
  if (site) return ok('Hosting', site);
  return missing('Hosting', 'there is no default site', `npm run setup -- --project ${deployment.project}`);
}
