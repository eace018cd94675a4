/** The queue is at its bound. Nothing was stored, so that the sender knows to come back. */
export class QueueFullError extends Error {
  readonly code = 'queue-full';

  constructor(key: 'queue.maxPerSession' | 'queue.maxTotal', bound: number) {
    super(`Cannot queue the delivery: ${bound} dispatches wait already (${key}); let some of them run or cancel them`);
  }
}

/** The server takes nothing new because it is being stopped. */
export class ServerStoppingError extends Error {
  readonly code = 'server-stopping';

  constructor() {
    super('Cannot take the delivery: the server is stopping; send it again when it has started');
  }
}

/** There is nothing stored that could be routed anew. */
export class DeliveryNotFoundError extends Error {
  readonly code = 'delivery-not-found';

  constructor(readonly deliveryId: string) {
    super(`No delivery ${JSON.stringify(deliveryId)} is stored; "the-loop deliveries list" shows what is`);
  }
}
