export type WebhookRoute = 'delivery' | 'health' | 'not-found' | 'method-not-allowed';

const HEALTH = '/healthz';

/**
 * What a request on the webhook listener is for. The path is compared as it was sent: an escaped spelling of a route is
 * another path, and everything that is not listed does not exist.
 */
export function webhookRoute(method: string, url: string, deliveryPath: string): WebhookRoute {
  const path = url.split('?', 1)[0];
  if (path === deliveryPath) return method === 'POST' ? 'delivery' : 'method-not-allowed';
  if (path === HEALTH) return method === 'GET' || method === 'HEAD' ? 'health' : 'method-not-allowed';
  return 'not-found';
}

export function allowedMethods(url: string): string {
  return url.split('?', 1)[0] === HEALTH ? 'GET, HEAD' : 'POST';
}
