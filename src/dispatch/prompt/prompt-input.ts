import type { WorkItemRef } from '../../sessions/work-item-ref.js';

/** One event as it was delivered. Everything in `payload` is untrusted. */
export interface PromptEvent {
  /** GitHub's event name. */
  readonly event: string;
  readonly action: string | null;
  /** null for work the owner asked for. */
  readonly deliveryId: string | null;
  /** Parsed JSON, whatever it is. */
  readonly payload: unknown;
}

/** Contents of the files a user put in place of the built-in prompts; null is the built-in one. */
export interface PromptTemplates {
  readonly resume: string | null;
  readonly spawn: string | null;
}

/** What a prompt needs besides its events. */
export interface PromptFrame {
  /** resume: the session knows its item · spawn: it hears of it for the first time. */
  readonly kind: 'resume' | 'spawn';
  /** The session's own item. */
  readonly workItem: WorkItemRef;
  /** For a pull request's own session: the work item it contributes to. */
  readonly endpointOf?: WorkItemRef | null;
  /** routing.selfMarker: the line that ends the agent's own comments. */
  readonly marker: string;
  /** Random and new for every prompt, of at least eight letters and digits: nobody who wrote an event can have known it. */
  readonly fence: string;
  readonly notes?: PromptNotes;
  readonly templates?: PromptTemplates;
}

/** What the agent must know about earlier attempts at the same events. */
export interface PromptNotes {
  /** A turn with these events was cut off before it ended. */
  readonly interrupted?: boolean;
  /** A turn with these events ended badly, and they were queued again. */
  readonly retried?: boolean;
}

export type PromptInput = PromptFrame & PromptEvent;

export type BatchInput = PromptFrame & { readonly events: readonly PromptEvent[] };

export interface BatchPrompt {
  readonly prompt: string;
  /** How many of the events, from the first, the prompt holds; at least one. The others wait for the next turn. */
  readonly taken: number;
}
