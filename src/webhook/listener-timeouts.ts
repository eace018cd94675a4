export interface ListenerTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
}

/** Long enough for 25 MiB over a slow line; without any, half-sent requests would stay for ever. */
export const LISTENER_TIMEOUTS: ListenerTimeouts = { headersMs: 10_000, requestMs: 30_000 };
