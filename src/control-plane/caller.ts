/** Who speaks: the owner of this machine's state, or a running turn, which reaches its own session and nothing else. */
export type Caller =
  { readonly kind: 'owner' } | { readonly kind: 'turn'; readonly sessionId: string; readonly dispatchId: string };

/** The session a caller is confined to; undefined when it sees all of them. */
export function confinedTo(caller: Caller): string | undefined {
  return caller.kind === 'turn' ? caller.sessionId : undefined;
}

export function mayReach(caller: Caller, sessionId: string | null | undefined): boolean {
  return caller.kind === 'owner' || caller.sessionId === sessionId;
}
