/** A conversation that some process on this machine holds open. */
export interface LiveConversation {
  readonly pid: number;
  readonly harnessSessionId: string;
  readonly cwd: string | null;
}

/** How to ask a harness which conversations are open now: the command, and how to read its answer. */
export interface PresenceProbe {
  readonly args: readonly string[];
  /**
   * Directories (below HOME, or of an environment variable) that hold a file per live conversation. When the folder
   * of the harness is there to tell and shows none, the slow command is not asked.
   */
  readonly traces: { readonly variable: string; readonly home: string; readonly folder: string };
  /** Undefined when the answer cannot be read: unknown is not the same as nobody. */
  read(stdout: string): readonly LiveConversation[] | undefined;
}
