/** The deployment that the doctor looks at, and how it asks about it. */
export interface Deployment {
  project: string;
  region: string;
  /** Parameters from `functions/.env*`. */
  parameters: Record<string, string | undefined>;
  /** Parsed JSON output of gcloud. @throws if the command fails */
  gcloud(args: readonly string[]): Promise<unknown>;
  /** Check only what must exist before the deployment. */
  isBefore?: boolean;
  /** Addresses, replaced in tests. */
  functionsUrl: string;
  /** Of one of Google's services, such as `firebaserules`. */
  apiUrl(service: string): string;
}
