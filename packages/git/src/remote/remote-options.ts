/** Configuration of remotes. */
export interface Credentials {
  username?: string;
  password?: string;
}

export interface RemoteRules {
  /**
   * Host names that are allowed although they have a private address, or use plain http.
   * Metadata addresses of clouds (169.254.0.0/16 and similar) are rejected even then.
   */
  allowHosts?: readonly string[];
  /** Maximum bytes of one answer. Default 4 GiB. */
  largestAnswer?: number;
  /** Longest silence on a connection, ms. Default 25,000. */
  timeoutMs?: number;
}

export interface SshIdentity {
  /** The project's private key. Without it ssh uses the machine's own settings. */
  keyFile?: string;
  /** Trusted host keys. Without it ssh uses the user's own file. */
  knownHostsFile?: string;
}
