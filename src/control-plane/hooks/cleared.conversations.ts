import { Injectable } from '@nestjs/common';

/** Long enough for the two hooks of one `/clear`, too short for another process to be given the same number. */
const REMEMBERED_MS = 60_000;

interface Cleared {
  /** Null for a conversation nobody knows here. */
  readonly sessionId: string | null;
  readonly at: number;
}

/** Processes of a harness that have cleared their conversation and will name the next one in a moment. */
@Injectable()
export class ClearedConversations {
  private readonly byProcess = new Map<string, Cleared>();

  remember(process: string, sessionId: string | null): void {
    const now = Date.now();
    for (const [key, { at }] of this.byProcess) if (now - at > REMEMBERED_MS) this.byProcess.delete(key);
    this.byProcess.set(process, { sessionId, at: now });
  }

  /** The session of what the process has cleared; undefined when nothing is known of it. Answers once. */
  take(process: string): string | null | undefined {
    const found = this.byProcess.get(process);
    this.byProcess.delete(process);
    return found?.sessionId;
  }
}
