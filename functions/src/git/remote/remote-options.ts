/** What a caller may configure about remotes. */
export interface Credentials {
  username?: string;
  password?: string;
}

export interface RemoteRules {
  /**
   * Host names that are trusted although they lead to a private address, or may be spoken to over plain http.
   * Metadata addresses of clouds (169.254.0.0/16 and kin) stay refused even so.
   */
  allowHosts?: readonly string[];
  /** Most bytes of one answer. Default 1 GiB. */
  largestAnswer?: number;
  /** Longest silence on a connection, ms. Default 25,000. */
  timeoutMs?: number;
}

export interface SshIdentity {
  /** The project's private key. Without it ssh uses what the machine's own settings say. */
  keyFile?: string;
  /** The host keys that are trusted. Without it ssh uses the user's own file. */
  knownHostsFile?: string;
}
