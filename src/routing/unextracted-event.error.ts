/** An event is enabled that nothing could ever be routed for, most likely a slip of the pen. */
export class UnextractedEventError extends Error {
  readonly code = 'unextracted-event';
  constructor(readonly events: readonly string[]) {
    super(
      `Cannot route ${events.map((event) => JSON.stringify(event)).join(', ')}: no extractor reads it, and it is not ` +
        `known as an event without work items (check webhooks.ghWebhook.events)`,
    );
  }
}
